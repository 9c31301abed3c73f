import { describe, expect, it } from 'vitest'
import { guessWaitingSince, newestRunOf } from '../../../shared/messaging/waiting-since.ts'
import { everything } from './list-rig.ts'
import { createHarness } from './messaging-harness.ts'

describe('saved searches', () => {
  const open = async () => {
    const desk = await createHarness((platform) => {
      platform.add({ buyer: 'anna', texts: ['Where is my parcel'] })
      platform.add({ buyer: 'anna', texts: ['Is it blue'] })
      platform.add({ buyer: 'tom', texts: ['A parcel came'] })
    })
    await desk.clock.advance(5_000)
    const keep = (name: string, over: object = {}, id: string | null = null) =>
      desk.handlers().keepSearch({ ...everything, ...over, name, id })
    const kept = async () => (await desk.handlers().savedSearches({})).searches
    return { desk, keep, kept }
  }

  it('are kept with what they select, in their order, with true numbers that follow what arrives', async () => {
    const { desk, keep, kept } = await open()
    await keep('Parcels', { search: 'parcel' })
    await keep('Anna', { otherParty: 'anna' })
    await keep('Parcels of Anna', { otherParty: 'anna', search: 'parcel' })
    const shown = async () => (await kept()).map(({ name, count, countIsFloor }) => [name, count, countIsFloor])
    expect(await shown()).toEqual([
      ['Parcels', 2, false],
      ['Anna', 2, false],
      ['Parcels of Anna', 1, false],
    ])
    const second = desk.platform.conversations[1]
    if (second !== undefined) desk.platform.say(second, 'The parcel, I mean', 'buyer')
    await desk.clock.advance(40_000)
    expect((await shown()).map(([, count]) => count)).toEqual([3, 2, 2])
    await desk.crashAndRestart()
    expect((await kept()).map(({ name }) => name)).toEqual(['Parcels', 'Anna', 'Parcels of Anna'])
  })

  it('can be renamed, put into another order and deleted', async () => {
    const { desk, keep, kept } = await open()
    const { id: first } = await keep('One')
    const { id: second } = await keep('Two', { view: 'unread' })
    await keep('First', { search: 'blue' }, first)
    await desk.handlers().arrangeSearches({ ids: [second, first] })
    expect((await kept()).map(({ name, view, search }) => [name, view, search])).toEqual([
      ['Two', 'unread', ''],
      ['First', 'all', 'blue'],
    ])
    await desk.handlers().deleteSearch({ id: second })
    expect((await kept()).map(({ id }) => id)).toEqual([first])
  })

  it('refuses a blank name, a name in use, an order that is not of all, and one that is gone', async () => {
    const { desk, keep } = await open()
    const { id } = await keep('Parcels')
    const call = async (work: () => unknown) => work()
    await expect(call(() => keep(' '))).rejects.toMatchObject({ detail: { kind: 'validation' } })
    await expect(call(() => keep('parcels'))).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    await expect(call(() => desk.handlers().arrangeSearches({ ids: [id, id] }))).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    })
    await expect(call(() => desk.handlers().arrangeSearches({ ids: [] }))).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    })
    await expect(call(() => keep('Other', {}, 'gone'))).rejects.toMatchObject({ detail: { kind: 'notFound' } })
  })
})

describe('since when a buyer seems to wait', () => {
  const said = (key: string, writer: 'buyer' | 'seller' | 'unknown', createdAtMs: number | null) => ({
    key,
    writer,
    sender: writer === 'unknown' ? null : writer,
    createdAtMs,
  })

  it('is told from the first message of the buyer that none of the seller follows, with its evidence', () => {
    const run = newestRunOf([
      said('a', 'buyer', 1),
      said('b', 'seller', 2),
      said('c', 'buyer', 3),
      said('d', 'buyer', 4),
    ])
    expect(guessWaitingSince(run, null)).toEqual({
      atMs: 3,
      messageKey: 'c',
      sender: 'buyer',
      reason: 'senderIsBuyer',
      platformSaysUnanswered: null,
    })
  })

  it('is nothing after an answer, without a time, and where nobody is named and the platform does not say so', () => {
    expect(newestRunOf([said('a', 'buyer', 1), said('b', 'seller', 2)])).toBeNull()
    expect(newestRunOf([said('a', 'buyer', null)])).toBeNull()
    const unnamed = newestRunOf([said('a', 'buyer', 1), said('b', 'unknown', 2)])
    expect(guessWaitingSince(unnamed, null)).toBeNull()
    expect(guessWaitingSince(unnamed, false)).toBeNull()
    expect(guessWaitingSince(unnamed, true)).toMatchObject({ messageKey: 'b', reason: 'platformSaysUnanswered' })
  })

  it('stands on the row and on the thread, and goes when an answer of ours arrives', async () => {
    const desk = await createHarness((platform) => {
      const conversation = platform.add({ texts: [] })
      platform.say(conversation, 'Hello', 'buyer', 5_000)
    })
    await desk.clock.advance(5_000)
    const since = async () => (await desk.handlers().thread({ conversationId: 'c1' })).conversation.waitingSince
    expect(await since()).toMatchObject({ atMs: 5_000, reason: 'senderIsBuyer', platformSaysUnanswered: true })
    const [row] = (await desk.handlers().conversations({ ...everything, offset: 0, limit: 10 })).rows
    expect(row?.waitingSince).toEqual(await since())
    await desk.send('Hello to you')
    await desk.clock.advance(15_000)
    expect(await since()).toBeNull()
  })
})
