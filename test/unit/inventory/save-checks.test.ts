/** Why a save is not sent, and what the seller reads about it (INV-07, INV-08, OFF-02, PLT-14, PLT-33). */
import { describe, expect, it } from 'vitest'
import type { ChangeBudget } from '../../../main/inventory/saves/change-budget.ts'
import type { ConfirmedSave, SaveRow } from '../../../main/inventory/saves/confirmed-save.ts'
import { languageOf, listReplacedTexts } from '../../../main/inventory/saves/item-language.ts'
import { mergeInto } from '../../../main/inventory/saves/prepared-save.ts'
import { describeChanges } from '../../../main/inventory/saves/save-changes.ts'
import { createSaveChecks } from '../../../main/inventory/saves/save-checks.ts'
import {
  describeCause,
  describeDifferences,
  describeKept,
  describeWarnings,
} from '../../../main/inventory/saves/save-messages.ts'
import {
  conflicting,
  findRefusal,
  isAlreadyThere,
  isStockCorrection,
  toSaveError,
} from '../../../main/inventory/saves/save-refusal.ts'
import type { InventoryStore } from '../../../main/inventory/store.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import type { FamilyRecord } from '../../../shared/inventory/family.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { type ItemEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject, JsonPath, JsonValue } from '../../../shared/inventory/json.ts'
import { Failure } from '../../../shared/result.ts'

const record: JsonObject = { condition: 'NEW', product: { title: 'Lamp', description: 'A lamp.' } }
const editOf = (...changes: readonly (readonly [JsonPath, JsonValue | undefined])[]): ItemEdit =>
  changes.reduce((edit, [path, value]) => withChange(edit, record, path, value), startEdit(record))
const newTitle = editOf([fieldPaths.title, 'Desk lamp'])

const platformName = platforms.ebay.name
const known = { familyRefusal: undefined, isConfirmed: () => false, platformName }
const merge = (remote: JsonObject | undefined, edit: ItemEdit, language?: string) =>
  mergeInto('LAMP-1', remote, edit, platforms.neutral, language)

describe('a save that must not be sent', () => {
  it('INV-08 is none if it changes only what the seller typed', () => {
    expect(findRefusal(merge(record, newTitle), known)).toBeUndefined()
  })

  it('INV-17 is one of an item made with another tool', () => {
    expect(findRefusal(merge(record, newTitle), { ...known, familyRefusal: 'Made with another tool.' })).toEqual(
      conflicting('Made with another tool.'),
    )
  })

  it('INV-08 is one of an item that is gone', () => {
    const merged = merge(undefined, newTitle)
    expect(findRefusal(merged, known)?.message).toContain('no longer has the item LAMP-1')
    expect(isAlreadyThere(merged)).toBe(false)
  })

  it('INV-08 names each field that changed on the platform too', () => {
    const merged = merge({ ...record, product: { title: 'Lamp, red', description: 'A lamp.' } }, newTitle)
    expect(findRefusal(merged, known)).toMatchObject({
      kind: 'conflict',
      problems: [{ path: fieldPaths.title, errorId: null, message: 'Title changed on eBay since you edited it.' }],
    })
    expect(isAlreadyThere(merged)).toBe(false)
  })

  it('INV-05 names the problem of a field', () => {
    const merged = merge(record, editOf([fieldPaths.quantity, -1]))
    expect(merged.problems[0]).toBeDefined()
    expect(findRefusal(merged, known)).toMatchObject({
      kind: 'validation',
      message: merged.problems[0]?.message,
      problems: [{ path: fieldPaths.quantity }],
    })
  })

  it('INV-08 names the deletions that were not confirmed, and only these', () => {
    const merged = merge(record, editOf([fieldPaths.description, undefined], [fieldPaths.condition, undefined]))
    const [first, second] = merged.preview.deletions
    expect(second).toBeDefined()
    const refusal = (...ids: readonly (string | undefined)[]) =>
      findRefusal(merged, { ...known, isConfirmed: (id) => ids.includes(id) })
    expect(refusal(first?.id)?.message).toBe(`You haven’t confirmed that this deletes ${second?.name}.`)
    expect(refusal()?.message).toBe(`You haven’t confirmed that this deletes ${first?.name}; ${second?.name}.`)
    expect(refusal(first?.id, second?.id)).toBeUndefined()
  })

  it('INV-08 is not needed if the platform has everything already', () => {
    expect(
      isAlreadyThere(merge({ ...record, product: { title: 'Desk lamp', description: 'A lamp.' } }, newTitle)),
    ).toBe(true)
    expect(isAlreadyThere(merge(record, newTitle))).toBe(false)
  })

  it('INV-05 keeps the platform’s number of an error for support', () => {
    const problems = [
      { path: fieldPaths.title, errorId: 25_002, message: 'Too long.' },
      { path: fieldPaths.quantity, errorId: null, message: 'Below 0.' },
    ]
    expect(toSaveError({ kind: 'validation', message: 'It has problems.', problems })).toEqual({
      kind: 'validation',
      message: 'It has problems. Nothing was sent.',
      issues: [
        { path: 'product.title', message: 'Too long. (25002)' },
        { path: fieldPaths.quantity.join('.'), message: 'Below 0.' },
      ],
    })
    expect(toSaveError(conflicting('It changed.', problems))).toEqual({
      kind: 'conflict',
      message: 'It changed. Nothing was sent.',
    })
  })

  it('INV-15 is a stock correction only if it changes nothing but the quantity', () => {
    expect(isStockCorrection(editOf([fieldPaths.quantity, 3]))).toBe(true)
    expect(isStockCorrection(editOf([fieldPaths.quantity, 3], [fieldPaths.title, 'Desk lamp']))).toBe(false)
  })
})

describe('a confirmed save, right before it is sent', () => {
  const decide = (
    over: {
      readonly now?: ItemEdit | undefined
      readonly payload?: Partial<ConfirmedSave>
      readonly runId?: number
      readonly shortage?: Failure
      readonly remote?: JsonObject
      readonly family?: FamilyRecord
    } = {},
  ) => {
    const edit = over.payload?.edit ?? newTitle
    const checks = createSaveChecks({
      platformName,
      store: {
        content: () => ({ edit: 'now' in over ? over.now : newTitle, record }),
        family: () => over.family,
        rules: platforms.neutral,
      } as unknown as InventoryStore,
      budget: { findListingShortage: () => over.shortage } as unknown as ChangeBudget,
      language: () => 'en-US',
    })
    const payload = { sku: 'LAMP-1', contentLanguage: 'en-US', confirmedDeletions: [], edit, ...over.payload }
    const row = { id: 's1', runId: over.runId ?? null, payload } as unknown as SaveRow
    return checks.read(row, async () => over.remote ?? record).then(checks.decide)
  }
  const edited = {
    decision: 'refuse',
    error: { kind: 'conflict', message: expect.stringContaining('was edited after') },
  }

  it('OFF-02 is sent if the seller changed nothing of it since', async () => {
    expect(await decide()).toEqual({ decision: 'send' })
    const withMore = withChange(newTitle, record, fieldPaths.quantity, 3)
    expect(await decide({ now: withMore })).toEqual({ decision: 'send' })
  })

  it('OFF-02 is refused if the seller changed a field of it since', async () => {
    expect(await decide({ now: editOf([fieldPaths.title, 'Reading lamp']) })).toEqual(edited)
    const two = editOf([fieldPaths.title, 'Desk lamp'], [fieldPaths.quantity, 3])
    expect(await decide({ payload: { edit: two } })).toEqual(edited)
  })

  it('OFF-02 is refused if the edit was discarded', async () => {
    expect(await decide({ now: undefined })).toMatchObject({
      decision: 'refuse',
      error: { message: expect.stringContaining('has no unsaved edit any more') },
    })
  })

  it('INV-07 is refused if the seller chose another language since', async () => {
    expect(await decide({ payload: { contentLanguage: 'de-DE' } })).toEqual(edited)
  })

  it('OFF-06 puts earlier values back, unless the seller is editing one of these fields', async () => {
    const isRevert = true as const
    expect(await decide({ now: undefined, payload: { isRevert } })).toEqual({ decision: 'send' })
    expect(await decide({ now: editOf([fieldPaths.quantity, 3]), payload: { isRevert } })).toEqual({ decision: 'send' })
    expect(await decide({ payload: { isRevert } })).toEqual(edited)
    expect(await decide({ now: editOf([['product'], { title: 'All new' }]), payload: { isRevert } })).toEqual(edited)
    const whole = editOf([['product'], { title: 'All new' }])
    expect(await decide({ payload: { isRevert, edit: whole } })).toEqual(edited)
    const two = editOf([fieldPaths.title, 'Desk lamp'], [fieldPaths.quantity, 3])
    for (const now of [two, editOf([fieldPaths.quantity, 3], [fieldPaths.condition, 'USED_GOOD'])])
      expect(await decide({ now, payload: { isRevert, edit: two } })).toEqual(edited)
  })

  it('PLT-14 is refused in a run if its listing can’t be changed today; alone, it waits', async () => {
    const shortage = new Failure({ kind: 'quotaExhausted', message: '2 of 2 changes of LAMP-1 are used.' })
    expect(await decide({ shortage, runId: 1 })).toMatchObject({
      decision: 'refuse',
      error: { message: '2 of 2 changes of LAMP-1 are used. Nothing was sent.' },
    })
    expect(await decide({ shortage })).toEqual({ decision: 'send' })
  })

  it('OFF-02 is not sent if the platform has it already', async () => {
    const remote = { ...record, product: { title: 'Desk lamp', description: 'A lamp.' } }
    expect(await decide({ remote })).toEqual({ decision: 'alreadyThere' })
  })

  it('INV-08 deletes what was confirmed, and nothing else', async () => {
    const edit = editOf([fieldPaths.description, undefined])
    const ids = merge(record, edit).preview.deletions.map(({ id }) => id)
    expect(await decide({ now: edit, payload: { edit } })).toMatchObject({
      decision: 'refuse',
      error: { kind: 'validation' },
    })
    expect(await decide({ now: edit, payload: { edit, confirmedDeletions: ids } })).toEqual({ decision: 'send' })
  })

  it('INV-17 is refused for an item made with another tool', async () => {
    const family: FamilyRecord = { family: 'trading', evidence: 'seller', note: '', atMs: 0 }
    expect(await decide({ family })).toMatchObject({ decision: 'refuse', error: { kind: 'conflict' } })
  })
})

describe('the language of an item', () => {
  it('PLT-33 is read from its record', () => {
    expect(languageOf({ locale: 'en_GB' })).toBe('en-GB')
    for (const locale of ['en', 'EN_gb', 'xen_GB', 'en_GBR', 5, null]) expect(languageOf({ locale })).toBeUndefined()
    expect(languageOf(undefined)).toBeUndefined()
  })

  it('PLT-33 is confirmed like a deletion if a save replaces its texts', () => {
    const remote = { ...record, locale: 'en_GB' }
    expect(listReplacedTexts(remote, 'de-DE')).toMatchObject([{ path: ['locale'], old: 'en-GB' }])
    expect(merge(remote, newTitle, 'de-DE').preview.deletions).toHaveLength(1)
    for (const [item, language] of [
      [remote, 'en-GB'],
      [remote, undefined],
      [record, 'de-DE'],
      [undefined, 'de-DE'],
    ] as const)
      expect(listReplacedTexts(item, language)).toEqual([])
  })
})

describe('what the seller reads about a save', () => {
  const changed = (...names: readonly string[]): JsonObject => ({
    ...record,
    ...Object.fromEntries(names.map((name) => [name, 'new'])),
  })

  it('INV-08 names what others changed and is kept, not what the seller changed', () => {
    const remote: JsonObject = { condition: 'USED_GOOD', product: { title: 'Lamp, red', description: 'A lamp.' } }
    const kept = 'Also changed on eBay, and kept: Condition.'
    expect(describeKept(record, remote, newTitle, platformName)).toBe(kept)
    expect(describeKept(record, remote, withChange(newTitle, record, fieldPaths.quantity, 3), platformName)).toBe(kept)
    expect(describeKept(record, record, newTitle, platformName)).toBe('')
    expect(describeKept(undefined, remote, newTitle, platformName)).toBe('')
    expect(describeKept(record, undefined, newTitle, platformName)).toBe('')
  })

  it('INV-08 names five fields at most', () => {
    const kept = (...names: readonly string[]) => describeKept(record, changed(...names), newTitle, platformName)
    expect(kept('a', 'b', 'c', 'd', 'e')).not.toContain('more')
    expect(kept('a', 'b', 'c', 'd', 'e', 'f', 'g')).toMatch(/: (\w+, ){4}\w+ and 2 more\.$/)
  })

  it('PLT-11 passes the platform’s warnings on', () => {
    expect(describeWarnings([], platformName)).toBe('')
    expect(describeWarnings(['Low price.', 'No picture.'], platformName)).toBe('eBay warns: Low price. No picture.')
  })

  it('INV-08 names what the platform changed of what was sent, not what it added', () => {
    expect(describeDifferences(record, { ...record, condition: 'USED_GOOD', sku: 'LAMP-1' })).toBe(
      'What the item has now differs from what was sent: Condition.',
    )
    expect(describeDifferences(record, { ...record, sku: 'LAMP-1' })).toBe('')
  })

  it.each([
    [new TypeError('a bug'), 'The save ended unexpectedly.'],
    [new Failure({ kind: 'offline', message: 'No connection.' }), 'No connection.'],
    [
      new Failure({ kind: 'service', status: 500, message: 'Broken.', cause: 'System error.', whatToDo: 'Wait.' }),
      'The answer was an error: System error.',
    ],
  ])('MSG-13 says why the outcome is unknown: %s', (error, text) => expect(describeCause(error)).toBe(text))

  it('OFF-06 shows each change with its problem', () => {
    const long = 'x'.repeat(5_000)
    const edit = editOf([fieldPaths.title, 'Desk lamp'], [fieldPaths.description, long], [fieldPaths.quantity, 3])
    const problems = [
      { path: fieldPaths.title, errorId: null, message: 'Too plain.' },
      { path: ['product'], errorId: null, message: 'No brand.' },
      { path: [], errorId: null, message: 'The whole edit.' },
    ]
    const shown = describeChanges(edit.changes, problems)
    expect(shown).toMatchObject([
      { label: 'Title', before: 'Lamp', after: 'Desk lamp', problem: 'Too plain. No brand.' },
      { label: 'Description', before: 'A lamp.', problem: 'No brand.' },
      { label: 'Quantity', before: null, after: '3', problem: null },
    ])
    expect(shown[1]?.after).toMatch(/^x+…$/)
    expect(shown[1]?.after?.length).toBeLessThan(long.length)
    expect(describeChanges(newTitle.changes)[0]?.after).toBe('Desk lamp')
  })
})
