import { describe, expect, it } from 'vitest'
import { everything } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

describe('saved searches', () => {
  const open = async () => {
    const harness = await createHarness((platform) => {
      platform.add({ buyer: 'anna', texts: ['Where is my parcel'] })
      platform.add({ buyer: 'anna', texts: ['Is it blue'] })
      platform.add({ buyer: 'tom', texts: ['A parcel came'] })
    })
    await harness.clock.advance(5_000)
    const keep = (name: string, over: object = {}, id: string | null = null) =>
      harness.handlers().saveSearch({ ...everything, ...over, name, id })
    const kept = async () => (await harness.handlers().savedSearches({})).searches
    return { harness, keep, kept }
  }

  it('are kept with what they select, in their order, with true numbers that follow what arrives', async () => {
    const { harness, keep, kept } = await open()
    await keep('Parcels', { search: 'parcel' })
    await keep('Anna', { otherParty: 'anna' })
    await keep('Parcels of Anna', { otherParty: 'anna', search: 'parcel' })
    const shown = async () => (await kept()).map(({ name, count }) => [name, count])
    expect(await shown()).toEqual([
      ['Parcels', 2],
      ['Anna', 2],
      ['Parcels of Anna', 1],
    ])
    const second = harness.platform.conversations[1]
    if (second !== undefined) harness.platform.say(second, 'The parcel, I mean', 'buyer')
    await harness.clock.advance(40_000)
    expect((await shown()).map(([, count]) => count)).toEqual([3, 2, 2])
    await harness.crashAndRestart()
    expect((await kept()).map(({ name }) => name)).toEqual(['Parcels', 'Anna', 'Parcels of Anna'])
  })

  it('can be renamed, put into another order and deleted', async () => {
    const { harness, keep, kept } = await open()
    const { id: first } = await keep('One')
    const { id: second } = await keep('Two', { view: 'unread' })
    await keep('First', { search: 'blue' }, first)
    await harness.handlers().arrangeSearches({ ids: [second, first] })
    expect((await kept()).map(({ name, view, search }) => [name, view, search])).toEqual([
      ['Two', 'unread', ''],
      ['First', 'all', 'blue'],
    ])
    await harness.handlers().deleteSearch({ id: second })
    expect((await kept()).map(({ id }) => id)).toEqual([first])
  })

  it('refuses a blank name, a name in use, an order that is not of all, and one that is gone', async () => {
    const { harness, keep } = await open()
    const { id } = await keep('Parcels')
    const call = async (work: () => unknown) => work()
    await expect(call(() => keep(' '))).rejects.toMatchObject({ detail: { kind: 'validation' } })
    await expect(call(() => keep('parcels'))).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    await expect(call(() => harness.handlers().arrangeSearches({ ids: [id, id] }))).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    })
    await expect(call(() => harness.handlers().arrangeSearches({ ids: [] }))).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    })
    await expect(call(() => keep('Other', {}, 'gone'))).rejects.toMatchObject({ detail: { kind: 'notFound' } })
  })
})
