/** What each command does now. Components register commands while they are on screen; keys, palette and buttons run them. */
import { useEffect, useEffectEvent } from 'react'
import type { AppLocation, ScreenName } from '../api/location.ts'
import { type Command, type CommandId, commandInfo } from './commands.ts'

/** Returns false if there was nothing to do. `key` is the event if a key was pressed. */
type Run = (key?: KeyboardEvent) => unknown

export type Registration = {
  readonly run: Run
  readonly isEnabled: () => boolean
  readonly label: () => string | undefined
}

/** One of several things a command can be about: "Show Unread". */
export type CommandChoice = { readonly id: string; readonly label: string; readonly run: () => void }

const registered = new Map<CommandId, Registration[]>()
const choiceLists = new Map<CommandId, Set<() => readonly CommandChoice[]>>()

/** A command of another screen that runs as soon as that screen registers it. */
let awaited: { readonly id: CommandId; readonly untilMs: number } | undefined
const AWAIT_MS = 5_000

/** Registers a command for as long as the returned function isn't called. The latest registration is asked first. */
export const registerCommand = (id: CommandId, registration: Registration): (() => void) => {
  const list = registered.get(id) ?? []
  registered.set(id, list)
  list.push(registration)
  if (awaited?.id === id && registration.isEnabled()) {
    const isInTime = performance.now() < awaited.untilMs
    awaited = undefined
    // The screen is still being mounted.
    if (isInTime) setTimeout(() => registration.run(), 0)
  }
  return () => {
    list.splice(list.indexOf(registration), 1)
    if (list.length === 0) registered.delete(id)
  }
}

export type CommandOptions = {
  readonly isEnabled?: boolean | undefined
  /** Replaces the table's label in the palette: "Start with 3 products". */
  readonly label?: string | undefined
}

/** Registers a command while the component is mounted. `run` may return false to leave the key to another command. */
export const useCommand = (id: CommandId, run: Run, { isEnabled = true, label }: CommandOptions = {}): void => {
  const runNow = useEffectEvent(run)
  const isEnabledNow = useEffectEvent(() => isEnabled)
  const labelNow = useEffectEvent(() => label)
  useEffect(
    () => registerCommand(id, { run: (key) => runNow(key), isEnabled: () => isEnabledNow(), label: () => labelNow() }),
    [id],
  )
}

/** Registers the choices of a command while the component is mounted. They are read when the palette opens. */
export const useCommandChoices = (id: CommandId, choices: () => readonly CommandChoice[]): void => {
  const choicesNow = useEffectEvent(choices)
  useEffect(() => {
    const list = choiceLists.get(id) ?? new Set()
    choiceLists.set(id, list)
    const read = (): readonly CommandChoice[] => choicesNow()
    list.add(read)
    return () => void list.delete(read)
  }, [id])
}

const enabled = (id: CommandId): Registration | undefined =>
  registered.get(id)?.findLast(({ isEnabled }) => isEnabled())

/** Runs a command, the latest registration first. Returns false if it isn't registered, is disabled or had nothing to do. */
export const runCommand = (id: CommandId, key?: KeyboardEvent): boolean => {
  for (const { isEnabled, run } of [...(registered.get(id) ?? [])].reverse()) {
    if (isEnabled() && run(key) !== false) return true
  }
  return false
}

/** Opens the command's screen, and runs the command once that screen registers it. */
const runThere = (id: CommandId, { screen }: Command, goTo: (location: AppLocation) => void): void => {
  if (screen === undefined) return
  awaited = { id, untilMs: performance.now() + AWAIT_MS }
  goTo({ screen, path: [] })
}

export type AvailableCommand = {
  readonly id: string
  readonly command: CommandId
  readonly label: string
  readonly run: () => void
}

/** Every command that can be run on `screen` now, with its choices, and those of other screens that are offered everywhere. */
export const availableCommands = (
  ids: readonly CommandId[],
  screen: ScreenName,
  goTo: (location: AppLocation) => void,
): readonly AvailableCommand[] =>
  ids.flatMap((id): readonly AvailableCommand[] => {
    const info = commandInfo(id)
    if (info.isKeyOnly === true) return []
    const choices = [...(choiceLists.get(id) ?? [])].flatMap((read) => read())
    if (choices.length > 0)
      return choices.map(({ id: choice, label, run }) => ({ id: `${id} ${choice}`, command: id, label, run }))
    const registration = enabled(id)
    if (registration !== undefined)
      return [{ id, command: id, label: registration.label() ?? info.label, run: () => void runCommand(id) }]
    if (info.isOfferedElsewhere !== true || info.screen === screen) return []
    return [{ id, command: id, label: info.label, run: () => runThere(id, info, goTo) }]
  })
