/** The plan of a run of edits: what it includes, in which order, and why it leaves the rest out. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TransportFailure } from '../../../../main/http/request.ts'
import { noListing } from '../../../../main/inventory/items/item-row.ts'
import { type ConfirmedSave, confirmedSaveSchema } from '../../../../main/inventory/saves/confirmed-save.ts'
import type { DraftRow, RunDraft } from '../../../../main/outbound/run-draft.ts'
import { aspectPath, fieldPaths } from '../../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../../shared/inventory/json.ts'
import { MAX_SHOWN_CHARACTERS } from '../../../../shared/outbound/run-change.ts'
import type { Exclusion } from '../../../../shared/outbound/run-contract.ts'
import { noOfferCells } from '../../../support/no-offer-cells.ts'
import { openSaves, type SavesRig } from './saves-rig.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const lamp: JsonObject = { condition: 'NEW', product: { title: 'Lamp', upc: '012345678905' } }

const openItems = (skus: readonly string[], options?: Parameters<typeof openSaves>[1]): SavesRig =>
  openSaves(Object.fromEntries(skus.map((sku) => [sku, lamp])), options)
const draftOf = (rig: SavesRig, excluded: readonly Exclusion[] = []): RunDraft => rig.draft(excluded)
const confirmed = (row: DraftRow | undefined): ConfirmedSave => confirmedSaveSchema.parse(row?.payload)
const problems = ({ rows }: RunDraft) => Object.fromEntries(rows.map(({ shown }) => [shown.sku, shown.problem]))
const order = ({ rows }: RunDraft) => rows.map(({ shown }) => shown.sku)

describe('the order of a run', () => {
  it('INV-15 sends stock corrections first, then each language, and shows last what it leaves out', () => {
    const skus = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']
    const rig = openItems(skus)
    for (const sku of ['E', 'D', 'B', 'A', 'H']) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    for (const sku of ['G', 'F']) rig.edit(sku, [fieldPaths.quantity, 3])
    rig.edit('C', [fieldPaths.title, 'x'.repeat(200)])
    rig.edit('I', [fieldPaths.quantity, -1])
    for (const sku of ['A', 'D']) rig.store.putRecord(sku, { ...lamp, locale: 'en_GB' }, rig.clock.nowMs())
    rig.store.setContentLanguage('E', 'de-DE')
    fc.assert(
      fc.property(fc.shuffledSubarray(skus, { minLength: skus.length }), (shuffled) => {
        const draft = rig.draft([], { kind: 'skus', skus: shuffled })
        expect(order(draft)).toEqual(['F', 'G', 'E', 'A', 'D', 'B', 'H', 'C', 'I'])
      }),
      { numRuns: 20 },
    )
  })

  it('INV-15 counts no refused quantity as a stock correction', () => {
    const rig = openItems(['A', 'B'])
    rig.edit('A', [fieldPaths.quantity, -1])
    rig.edit('B', [fieldPaths.quantity, 3])
    expect(draftOf(rig).schedule).toMatchObject({ stockCorrections: 1 })
  })
})

describe('a row of a plan', () => {
  it('OFF-06 has what will be sent, and shows it', () => {
    const rig = openItems(['A'])
    rig.edit('A', [fieldPaths.title, 'Desk lamp'], [fieldPaths.upc, undefined])
    const [row] = draftOf(rig).rows
    const deletion = 'UPC: 012345678905'
    expect(row).toMatchObject({
      kind: 'itemSave',
      lane: 'items',
      subject: 'item:A',
      shown: { sku: 'A', title: 'Desk lamp', problem: null, deletions: [deletion], fees: null },
      payload: { sku: 'A', contentLanguage: 'en-US', edit: { onto: 'existing', changes: [{}, {}] } },
    })
    expect(confirmed(row).confirmedDeletions).toHaveLength(1)
    expect(row?.shown.changes).toMatchObject([
      { label: 'Title', before: 'Lamp', after: 'Desk lamp', isExcluded: false, problem: null },
      { label: 'UPC', after: null, isExcluded: false },
    ])
  })

  it('PLT-33 is sent in the chosen language, else in the item’s own, and confirms texts that it replaces', () => {
    const rig = openItems(['A', 'B', 'C'])
    for (const sku of ['A', 'B']) rig.store.putRecord(sku, { ...lamp, locale: 'en_GB' }, rig.clock.nowMs())
    rig.store.setContentLanguage('A', 'de-DE')
    for (const sku of ['A', 'B', 'C']) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    const bySku = new Map(draftOf(rig).rows.map((row) => [row.shown.sku, row]))
    const languageOf = (sku: string) => confirmed(bySku.get(sku)).contentLanguage
    expect(['A', 'B', 'C'].map(languageOf)).toEqual(['de-DE', 'en-GB', 'en-US'])
    expect(bySku.get('A')?.shown.deletions).toEqual([expect.stringContaining('texts in en-GB')])
    expect(bySku.get('B')?.shown.deletions).toEqual([])
  })

  it('OFF-06 leaves out the fields that the seller excludes, and still shows them', () => {
    const rig = openItems(['A', 'B'])
    for (const sku of ['A', 'B']) rig.edit(sku, [fieldPaths.title, 'Desk lamp'], [fieldPaths.condition, 'USED_GOOD'])
    const { rows } = draftOf(rig, [{ sku: 'A', path: [...fieldPaths.title] }])
    expect(rows.map((row) => confirmed(row).edit.changes.length)).toEqual([1, 2])
    expect(rows[0]?.shown.changes.map(({ isExcluded }) => isExcluded)).toEqual([true, false])
    expect(rows[1]?.shown.changes.map(({ isExcluded }) => isExcluded)).toEqual([false, false])
  })

  it('OFF-06 leaves out an item if the seller excludes it, or all of its fields', () => {
    const rig = openItems(['A', 'B', 'C'])
    for (const sku of ['A', 'B', 'C'])
      rig.edit(sku, [fieldPaths.title, 'Desk lamp'], [fieldPaths.condition, 'USED_GOOD'])
    const draft = draftOf(rig, [
      { sku: 'A', path: [...fieldPaths.title] },
      { sku: 'A', path: [...fieldPaths.condition] },
      { sku: 'B', path: null },
      { sku: 'B', path: [...fieldPaths.title] },
    ])
    expect(problems(draft)).toEqual({ A: 'You left it out.', B: 'You left it out.', C: null })
    const left = draft.rows.find(({ shown }) => shown.sku === 'B')
    expect(left).toMatchObject({ payload: undefined, shown: { deletions: [] } })
    expect(left?.shown.changes.map(({ isExcluded }) => isExcluded)).toEqual([true, true])
    expect(draft.confirmation).toBe('Save 1 item.')
  })

  it('INV-05 shows each problem at its field, and names no deletion of an item that isn’t sent', () => {
    const rig = openItems(['A'])
    rig.edit('A', [fieldPaths.quantity, -1], [fieldPaths.upc, undefined])
    const { shown, payload } = draftOf(rig).rows[0] as DraftRow
    expect(payload).toBeUndefined()
    expect(shown).toMatchObject({ problem: expect.any(String), deletions: [] })
    expect(shown.changes.map(({ problem }) => problem)).toEqual([shown.problem, null])
  })
})

describe('an item that a run leaves out', () => {
  it('INV-15 has a save in the outbox', async () => {
    const rig = openItems(['A', 'B'])
    for (const sku of ['A', 'B']) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    rig.answerWrites(() => {
      throw new TransportFailure('notReached', 'No connection.')
    })
    await rig.save('A')
    expect(problems(draftOf(rig))).toEqual({ A: 'A save of it is already in the outbox.', B: null })
  })

  it('INV-08 was not read, or can’t be read', async () => {
    const rig = openItems([])
    for (const sku of ['A', 'B']) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    rig.store.putReadProblem('B', { kind: 'forbidden', message: 'The permission is missing.' })
    expect(problems(draftOf(rig))).toEqual({
      A: 'It wasn’t read yet. It is being read now.',
      B: 'It couldn’t be read. The permission is missing.',
    })
  })

  it('INV-08 has a conflict, or is gone', () => {
    const rig = openItems(['A', 'B'])
    for (const sku of ['A', 'B']) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    rig.store.putRecord('A', { ...lamp, product: { title: 'Another title' } }, rig.clock.nowMs())
    rig.store.putRecord('B', undefined, rig.clock.nowMs())
    expect(problems(draftOf(rig))).toEqual({
      A: expect.stringContaining('Decide each one.'),
      B: expect.stringContaining('no longer has the item B'),
    })
  })

  it('INV-17 was made with another tool', () => {
    const rig = openItems(['A', 'B'])
    for (const sku of ['A', 'B']) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    rig.store.addFamily('A', { family: 'trading', evidence: 'seller', note: '', atMs: 0 })
    expect(problems(draftOf(rig))).toEqual({ A: expect.stringContaining('made with another tool'), B: null })
  })

  it('PLT-14 has used up its listing’s changes of the day', async () => {
    const rig = openItems(['A', 'B'], { changesPerDay: 1, per: 'listing' })
    for (const sku of ['A', 'B']) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    await rig.save('A')
    rig.edit('A', [fieldPaths.title, 'Red lamp'])
    expect(problems(draftOf(rig))).toEqual({ A: expect.stringContaining('1 of 1 changes of A'), B: null })
  })

  it('USE-06 has cells that can’t be read: the plan shows the texts as typed', () => {
    const long = 'x'.repeat(2 * MAX_SHOWN_CHARACTERS)
    const rig = openSaves({ A: { ...lamp, product: { title: 'Lamp', description: long } } })
    rig.store.putEdit('A', undefined, rig.clock.nowMs(), null, {
      quantity: { text: 'three', message: 'Quantity is a number.' },
      description: { text: `${long}y`, message: 'The description is too long.' },
      colour: { text: 'red', message: 'There is no such column.' },
    })
    const draft = draftOf(rig)
    expect(draft.rows).toHaveLength(1)
    const { shown, payload, subject } = draft.rows[0] as DraftRow
    expect({ payload, subject }).toEqual({ payload: undefined, subject: 'item:A' })
    expect(shown).toMatchObject({ sku: 'A', title: 'Lamp', problem: 'Quantity is a number.', deletions: [] })
    const byLabel = new Map(shown.changes.map((change) => [change.label, change]))
    expect(byLabel.get('Quantity')).toMatchObject({
      path: [...fieldPaths.quantity],
      before: null,
      after: 'three',
      isExcluded: false,
      problem: 'Quantity is a number.',
    })
    const shortened = `${long.slice(0, MAX_SHOWN_CHARACTERS)}…`
    expect(byLabel.get('Description')).toMatchObject({ before: shortened, after: shortened })
    expect(byLabel.get('colour')).toMatchObject({ path: null, before: null, after: 'red' })
    expect(draft).toMatchObject({ label: 'items', calls: 0, schedule: null, lastReading: null, confirmation: '' })
  })

  it('USE-06 is beside the items that can be sent', () => {
    const rig = openItems(['A', 'B'])
    rig.edit('A', [fieldPaths.title, 'Desk lamp'])
    const quantity = { text: 'three', message: 'Quantity is a number.' }
    rig.store.putEdit('B', undefined, rig.clock.nowMs(), null, { quantity })
    expect(problems(draftOf(rig))).toEqual({ A: null, B: 'Quantity is a number.' })
  })

  it('is none if nothing in scope was changed', () => {
    const rig = openItems(['A', 'B'])
    rig.edit('A', [fieldPaths.title, 'Desk lamp'])
    expect(() => rig.draft([], { kind: 'skus', skus: ['B'] })).toThrow('None of these items has an unsaved edit.')
    expect(order(rig.draft([], { kind: 'skus', skus: ['A', 'A', 'B'] }))).toEqual(['A'])
  })
})

describe('when a run is sent', () => {
  const skus = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `S-${at + 1}`)

  it('INV-15 is at once if the day’s changes suffice: 25 items a call, and each language by itself', () => {
    const rig = openItems(skus(30))
    for (const sku of skus(30)) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    rig.store.setContentLanguage('S-1', 'de-DE')
    const draft = draftOf(rig)
    expect(draft).toMatchObject({
      label: 'items',
      calls: 3,
      schedule: { now: { rows: 30, calls: 3 }, endsAtMs: rig.clock.nowMs(), reserve: 100, stockCorrections: 0 },
      confirmation: 'Save 30 items.',
    })
  })

  it('INV-15 is over several days if they don’t', async () => {
    const rig = openItems(skus(7), { changesPerDay: 3 })
    rig.store.setChangeReserve(0)
    for (const sku of skus(7)) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    expect(draftOf(rig)).toMatchObject({
      calls: 3,
      schedule: { now: { rows: 3, calls: 1 }, endsAtMs: rig.clock.nowMs() + 2 * DAY_MS, reserve: 0 },
    })
    for (const sku of skus(3)) await rig.save(sku)
    for (const sku of skus(3)) rig.edit(sku, [fieldPaths.title, 'Red lamp'])
    expect(draftOf(rig).schedule).toMatchObject({ now: { rows: 0, calls: 0 } })
  })

  it('INV-15 shows stock corrections apart from other edits', () => {
    const rig = openItems(skus(3))
    for (const sku of ['S-1', 'S-2']) rig.edit(sku, [fieldPaths.quantity, 3])
    rig.edit('S-3', [fieldPaths.title, 'Desk lamp'])
    expect(draftOf(rig)).toMatchObject({ calls: 1, schedule: { stockCorrections: 2 } })
  })

  it('INV-08 says how old the oldest reading is, if any is older than ten minutes', async () => {
    const rig = openItems(['A', 'B', 'C'])
    const readAtMs = rig.clock.nowMs()
    for (const sku of ['A', 'B', 'C']) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    await rig.clock.advance(1_000)
    await rig.reader.read('B')
    await rig.clock.advance(10 * MINUTE_MS - 1_000)
    await rig.reader.read('C')
    expect(draftOf(rig).lastReading).toBeNull()
    await rig.clock.advance(1)
    expect(draftOf(rig).lastReading).toEqual({ rows: 1, oldestAtMs: readAtMs })
    await rig.clock.advance(1_000)
    expect(draftOf(rig).lastReading).toEqual({ rows: 2, oldestAtMs: readAtMs })
  })

  it('INV-08 reads its items again in the background if their reading is old or missing', async () => {
    const rig = openItems(['A', 'B', 'C'])
    rig.edit('A', [fieldPaths.title, 'Desk lamp'])
    rig.edit('NEW', [fieldPaths.title, 'Vase'])
    await rig.clock.advance(10 * MINUTE_MS + 1)
    rig.edit('B', [fieldPaths.title, 'Desk lamp'])
    await rig.reader.read('B')
    const before = rig.reads().length
    rig.refreshPlan({ kind: 'changed' })
    await rig.clock.advance(0)
    expect(
      rig
        .reads()
        .slice(before)
        .map(({ sku }) => sku)
        .sort(),
    ).toEqual(['A', 'NEW'])
  })
})

describe('starting a run', () => {
  it('OFF-06 replaces refused saves of its items, and no others', async () => {
    const rig = openItems(['A', 'B'])
    for (const sku of ['A', 'B']) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    for (const sku of ['A', 'B']) rig.platform.set(sku, { ...lamp, product: { title: 'Another title' } })
    const first = await rig.startRun()
    await rig.clock.advance(0)
    expect(rig.outbound.runs.find(first)?.counts).toMatchObject({ refused: 2 })
    for (const sku of ['A', 'B']) rig.platform.set(sku, lamp)
    await rig.reader.read('A')
    const { planToken } = await rig.plan([], { kind: 'skus', skus: ['A'] })
    rig.outbound.runs.start({ planToken })
    expect(rig.outbound.runs.find(first)?.counts).toMatchObject({ refused: 1, discarded: 1 })
  })
})

describe('the new texts of offers', () => {
  const offerRow = (sku: string, payload: unknown): DraftRow => ({
    kind: 'itemSave',
    lane: 'listings',
    subject: `offer:${sku}`,
    payload,
    shown: {
      sku,
      title: null,
      changes: [],
      problem: payload === undefined ? 'No policy.' : null,
      deletions: [],
      fees: null,
    },
  })
  const openWithOffers = (offers: Partial<RunDraft>) => {
    const asked: { readonly skus: readonly string[]; readonly isOut: boolean }[] = []
    const rig = openItems(['A', 'B'], {
      offerCells: {
        ...noOfferCells,
        summarize: (sku) => ({ ...noListing, typedPrice: sku === 'A' ? '12.50' : null }),
        draft: (skus, { isOut }) => {
          asked.push({ skus, isOut: isOut('A', ['pricingSummary', 'price']) })
          return { label: 'prices', rows: [], calls: 0, confirmation: 'Change 1 listing.', ...offers }
        },
      },
    })
    return { rig, asked }
  }

  it('LST-16 are part of the run, after the items', () => {
    const { rig } = openWithOffers({ rows: [offerRow('A', {}), offerRow('B', undefined)], calls: 1 })
    rig.edit('B', [fieldPaths.title, 'Desk lamp'])
    const draft = draftOf(rig)
    expect(draft.rows.map(({ subject }) => subject)).toEqual(['item:B', 'offer:A', 'offer:B'])
    expect(draft).toMatchObject({
      label: 'items',
      calls: 2,
      schedule: { now: { rows: 2, calls: 2 } },
      confirmation: 'Save 1 item. Change 1 listing.',
    })
  })

  it('LST-16 are a run of their own if no item was edited', () => {
    const { rig } = openWithOffers({ rows: [offerRow('A', {})], calls: 1 })
    const draft = draftOf(rig)
    expect(draft).toMatchObject({ label: 'prices', calls: 1, schedule: null, confirmation: 'Change 1 listing.' })
  })

  it('LST-16 are not confirmed if none can be sent', () => {
    const { rig } = openWithOffers({ rows: [offerRow('A', undefined)] })
    rig.edit('B', [fieldPaths.title, 'Desk lamp'])
    expect(draftOf(rig)).toMatchObject({ confirmation: 'Save 1 item.', label: 'items' })
  })

  it('LST-16 are those of the items in scope, without what the seller excludes', () => {
    const { rig, asked } = openWithOffers({})
    rig.edit('B', [fieldPaths.title, 'Desk lamp'])
    rig.draft([{ sku: 'A', path: null }], { kind: 'skus', skus: ['A', 'B'] })
    expect(asked).toEqual([{ skus: ['A'], isOut: true }])
  })

  it('LST-16 are marked as in progress when the run starts', async () => {
    const steps: string[] = []
    const { rig } = openWithOffers({ rows: [], onQueued: () => void steps.push('queued') })
    rig.edit('B', [fieldPaths.title, 'Desk lamp'])
    await rig.startRun()
    expect(steps).toEqual(['queued'])
  })
})

describe('a field’s label in a plan', () => {
  it('is the name of an item specific alone', () => {
    const rig = openItems(['A'])
    rig.edit('A', [aspectPath('Colour'), ['Red']])
    expect(draftOf(rig).rows[0]?.shown.changes).toMatchObject([{ label: 'Colour', after: 'Red' }])
  })
})
