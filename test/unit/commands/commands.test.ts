import { describe, expect, it, vi } from 'vitest'
import { commandIds, commandInfo } from '../../../renderer/commands/commands.ts'
import { matchesChord } from '../../../renderer/commands/keys.ts'
import {
  availableCommands,
  onCommandsChanged,
  registerChoices,
  registerCommand,
  runCommand,
} from '../../../renderer/commands/registry.ts'
import { screenKeys } from '../../../renderer/commands/screen-keys.ts'

const register = (id: (typeof commandIds)[number], run: () => unknown, isEnabled = true, label?: string) =>
  registerCommand(id, { run, isEnabled: () => isEnabled, label: () => label })

describe('the table of commands', () => {
  it('gives no key two meanings on one screen or in one of its views', () => {
    const meanings = commandIds.flatMap((id) => {
      const { keys, otherKeys, screen, view } = commandInfo(id)
      return [keys, otherKeys].flatMap((key) => (key === undefined ? [] : [{ id, key, screen, view }]))
    })
    const clashes = meanings.filter(({ id, key, screen, view }) =>
      meanings.some(
        (other) =>
          other.id !== id &&
          other.key === key &&
          other.view === view &&
          (other.screen === screen || other.screen === undefined || screen === undefined),
      ),
    )
    expect(clashes).toEqual([])
  })

  it('names the screen of every command that is not global', () => {
    for (const id of commandIds) {
      const prefix = id.slice(0, id.indexOf('.'))
      const isOfWindow = prefix === 'app' || prefix === 'screen'
      expect(commandInfo(id).screen, id).toBe(isOfWindow ? undefined : prefix)
    }
  })
})

describe('the keys under ?', () => {
  const labels = (screen: 'inbox' | 'orders', keys: string): readonly string[] =>
    screenKeys(screen).flatMap((one) => (one.keys === keys ? [one.label] : []))

  it('are those of the screen, without those of its views', () => {
    expect([labels('inbox', 'c'), labels('inbox', 'd'), labels('inbox', 'a')]).toEqual([
      ['Write to a buyer'],
      ['No reply needed'],
      [],
    ])
    expect([labels('orders', 'm'), labels('orders', 'p')]).toEqual([['Mark as shipped'], []])
  })

  it('have one meaning while a view is shown, and none that does nothing there', () => {
    const stop = (['inbox.counterOffer', 'inbox.nextOffer', 'inbox.write', 'inbox.back'] as const).map((id) =>
      register(id, () => undefined, false),
    )
    const inView = ['c', 'j', 'Escape', 'e'].map((keys) => labels('inbox', keys))
    for (const each of stop) each()
    expect(inView).toEqual([['Counter the offer'], ['Next offer'], ['Go back'], []])
  })
})

describe('a chord', () => {
  const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) => ({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...modifiers,
  })

  it.each([
    ['Mod+K', press('k', { ctrlKey: true }), true],
    ['Mod+K', press('k', { metaKey: true }), true],
    ['Mod+K', press('k'), false],
    ['Mod+Z', press('Z', { ctrlKey: true, shiftKey: true }), false],
    ['Mod+Shift+Z', press('Z', { ctrlKey: true, shiftKey: true }), true],
    ['?', press('?', { shiftKey: true }), true],
    ['e', press('e'), true],
    ['e', press('e', { ctrlKey: true }), false],
    ['e', press('E', { shiftKey: true }), false],
    // On a Cyrillic or Greek keyboard a key has its Latin letter by its place.
    ['Mod+K', press('л', { code: 'KeyK', ctrlKey: true }), true],
    ['e', press('ε', { code: 'KeyE' }), true],
    ['e', press('ε', { code: 'KeyW' }), false],
    ['e', press('q', { code: 'KeyE' }), false],
    ['e', press('é', { code: 'KeyE' }), false],
    ['Escape', press('Escape'), true],
    ['Escape', press('Escape', { shiftKey: true }), false],
  ])('%s', (chord, event, expected) => {
    expect(matchesChord(chord, event)).toBe(expected)
  })
})

describe('a command', () => {
  it('runs the latest enabled registration', () => {
    const ran: string[] = []
    const stop = [
      register('inbox.archive', () => ran.push('first')),
      register('inbox.archive', () => ran.push('second')),
      register('inbox.archive', () => ran.push('third'), false),
    ]
    expect(runCommand('inbox.archive')).toBe(true)
    stop[1]?.()
    expect(runCommand('inbox.archive')).toBe(true)
    expect(ran).toEqual(['second', 'first'])
    for (const each of stop) each()
    expect(runCommand('inbox.archive')).toBe(false)
  })

  it('falls back to the previous registration if the latest had nothing to do', () => {
    const ran: string[] = []
    const stop = [register('inbox.back', () => ran.push('screen')), register('inbox.back', () => false)]
    expect(runCommand('inbox.back')).toBe(true)
    expect(ran).toEqual(['screen'])
    for (const each of stop) each()
  })

  it('is listed with the label of its registration while it is enabled', () => {
    const stop = register('mapping.submit', () => undefined, true, 'Start with 3 products')
    expect(
      availableCommands(['mapping.submit', 'mapping.pause'], 'mapping', () => undefined).map(({ label }) => label),
    ).toEqual(['Start with 3 products'])
    stop()
  })

  it('of another screen opens that screen and runs when the screen registers it', async () => {
    vi.useFakeTimers()
    const goTo = vi.fn()
    const run = vi.fn()
    expect(availableCommands(['items.add'], 'items', goTo)).toEqual([])
    availableCommands(['items.add'], 'inbox', goTo)[0]?.run()
    expect(goTo).toHaveBeenCalledWith({ screen: 'items', path: [] })
    const stop = register('items.add', run)
    await vi.runAllTimersAsync()
    expect(run).toHaveBeenCalledOnce()
    stop()
    vi.useRealTimers()
  })

  it('of another screen is found by its label, and runs there', async () => {
    vi.useFakeTimers()
    const goTo = vi.fn()
    const run = vi.fn()
    const lowStock = availableCommands(['items.filter'], 'settings', goTo).find(({ label }) => /low stock/i.test(label))
    lowStock?.run()
    expect(goTo).toHaveBeenCalledWith({ screen: 'items', path: [] })
    const stop = registerChoices('items.filter', () => [
      { id: 'all', label: 'Show All', run: () => expect.unreachable() },
      { id: 'lowStock', label: 'Show low stock', run },
    ])
    await vi.runAllTimersAsync()
    expect(run).toHaveBeenCalledOnce()
    stop()
    vi.useRealTimers()
  })
})

describe('commands that come while the palette is open', () => {
  it('reach it once for all that a screen registers', async () => {
    const listener = vi.fn()
    const stop = onCommandsChanged(listener)
    const removes = [register('inbox.write', () => undefined), register('inbox.context', () => undefined)]
    expect(listener).not.toHaveBeenCalled()
    await Promise.resolve()
    expect(listener).toHaveBeenCalledTimes(1)
    for (const remove of removes) remove()
    await Promise.resolve()
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
    register('inbox.write', () => undefined)()
    await Promise.resolve()
    expect(listener).toHaveBeenCalledTimes(2)
  })
})
