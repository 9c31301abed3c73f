/**
 * What each command currently does. Components register commands while they are on screen; keys, palette and buttons
 * run them.
 */
import { useEffect, useEffectEvent } from 'react'
import type { AppLocation, ScreenName } from '../location.ts'
import { type CommandId, commandInfo } from './commands.ts'

/** Returns false if there was nothing to do. `key` is the event if a key was pressed. */
type Run = (key?: KeyboardEvent) => unknown

export type Registration = {
  readonly run: Run
  readonly isEnabled: () => boolean
  readonly label: () => string | undefined
}

/** A variant of a command: "Show Unread". */
type CommandChoice = { readonly id: string; readonly label: string; readonly run: () => void }

const registered = new Map<CommandId, Registration[]>()
const choiceLists = new Map<CommandId, Set<() => readonly CommandChoice[]>>()

const listeners = new Set<() => void>()
let isTelling = false
/** Once for all that changes in a render, and after it: what a command does can't be asked during one. */
const changed = (): void => {
  if (isTelling || listeners.size === 0) return
  isTelling = true
  queueMicrotask(() => {
    isTelling = false
    for (const listener of [...listeners]) listener()
  })
}

/** Called when commands come, go, or are enabled: a screen that is still loading registers its own later. */
export const onCommandsChanged = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A command of another screen, or one of its choices, to run as soon as that screen registers or enables it. */
let awaited: { readonly id: CommandId; readonly choice?: string | undefined; readonly untilMs: number } | undefined
const AWAIT_MS = 5_000

const runAwaited = (run: () => unknown): void => {
  const isInTime = awaited !== undefined && performance.now() < awaited.untilMs
  awaited = undefined
  // The screen is still being mounted.
  if (isInTime) setTimeout(run, 0)
}

const runIfAwaited = (id: CommandId): void => {
  if (awaited?.id === id && awaited.choice === undefined) runAwaited(() => runCommand(id))
}

/** Runs a command of another screen, or one of its choices, once that screen is open and offers it. Open the screen as well. */
export const awaitCommand = (id: CommandId, choice?: string): void => {
  awaited = { id, choice, untilMs: performance.now() + AWAIT_MS }
}

/** Registers a command until the returned function is called. The latest registration comes first. */
export const registerCommand = (id: CommandId, registration: Registration): (() => void) => {
  const list = registered.get(id) ?? []
  registered.set(id, list)
  list.push(registration)
  if (registration.isEnabled()) runIfAwaited(id)
  changed()
  return () => {
    list.splice(list.indexOf(registration), 1)
    if (list.length === 0) registered.delete(id)
    changed()
  }
}

type CommandOptions = {
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
  // The data it needs may arrive after the registration.
  useEffect(() => {
    if (isEnabled) runIfAwaited(id)
    changed()
  }, [id, isEnabled])
}

const runIfChoiceAwaited = (id: CommandId, read: () => readonly CommandChoice[]): void => {
  if (awaited?.id !== id) return
  const choice = read().find((one) => one.id === awaited?.choice)
  if (choice !== undefined) runAwaited(choice.run)
}

/** Registers choices of a command until the returned function is called. `read` runs when the palette opens. */
export const registerChoices = (id: CommandId, read: () => readonly CommandChoice[]): (() => void) => {
  const list = choiceLists.get(id) ?? new Set()
  choiceLists.set(id, list)
  list.add(read)
  runIfChoiceAwaited(id, read)
  return () => void list.delete(read)
}

/** Registers the choices of a command while the component is mounted. */
export const useCommandChoices = (id: CommandId, choices: () => readonly CommandChoice[]): void => {
  const choicesNow = useEffectEvent(choices)
  useEffect(() => registerChoices(id, () => choicesNow()), [id])
  // A choice may arrive with the data, after the registration.
  useEffect(() => runIfChoiceAwaited(id, choices))
}

const enabled = (id: CommandId): Registration | undefined =>
  registered.get(id)?.findLast(({ isEnabled }) => isEnabled())

/** Whether the screen has the command now, enabled or not. */
export const isRegistered = (id: CommandId): boolean => registered.has(id)

/** Runs a command, the latest registration first. Returns false if it isn't registered, is disabled or had nothing to do. */
export const runCommand = (id: CommandId, key?: KeyboardEvent): boolean => {
  for (const { isEnabled, run } of [...(registered.get(id) ?? [])].reverse()) {
    if (isEnabled() && run(key) !== false) return true
  }
  return false
}

export type AvailableCommand = {
  readonly id: string
  readonly command: CommandId
  readonly label: string
  readonly run: () => void
}

/** Every command available on the screen now, with its choices. */
const commandsHere = (ids: readonly CommandId[]): readonly AvailableCommand[] =>
  ids.flatMap((id): readonly AvailableCommand[] => {
    const { isKeyOnly, label } = commandInfo(id)
    if (isKeyOnly === true) return []
    const choices = [...(choiceLists.get(id) ?? [])].flatMap((read) => read())
    if (choices.length > 0) return choices.map((choice) => ({ ...choice, id: `${id} ${choice.id}`, command: id }))
    const registration = enabled(id)
    if (registration === undefined) return []
    return [{ id, command: id, label: registration.label() ?? label, run: () => void runCommand(id) }]
  })

/**
 * Every command available on `screen` now, with its choices, then those of other screens that are offered everywhere:
 * they open their screen, and run once that screen registers them.
 */
export const availableCommands = (
  ids: readonly CommandId[],
  screen: ScreenName,
  goTo: (location: AppLocation) => void,
): readonly AvailableCommand[] => {
  const here = commandsHere(ids)
  const elsewhere = ids.flatMap((command): readonly AvailableCommand[] => {
    const { screen: its, offeredAt, choices, label } = commandInfo(command)
    if (its === undefined || its === screen || offeredAt === undefined) return []
    if (here.some((one) => one.command === command)) return []
    const runThere = (choice?: string) => (): void => {
      awaitCommand(command, choice)
      goTo({ screen: its, path: offeredAt })
    }
    if (choices === undefined) return [{ id: command, command, label, run: runThere() }]
    return Object.entries(choices).map(([id, text]) => ({
      id: `${command} ${id}`,
      command,
      label: text,
      run: runThere(id),
    }))
  })
  return [...here, ...elsewhere]
}
