import { expect, it } from 'vitest'
import { everything } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

const open = async () => {
  const harness = await createHarness()
  const keep = async (name: string, over: object = {}) =>
    harness.handlers().saveSearch({ ...everything, ...over, name })
  const kept = async () => (await harness.handlers().savedSearches({})).searches
  return { harness, keep, kept }
}

it('keeps what saved searches select, by name, over a restart, until they are deleted', async () => {
  const { harness, keep, kept } = await open()
  await keep('Parcels', { search: 'parcel' })
  await keep('Anna', { view: 'unread', otherParty: 'anna' })
  await harness.crashAndRestart()
  const searches = await kept()
  expect(searches.map(({ name, view, otherParty, search }) => [name, view, otherParty, search])).toEqual([
    ['Anna', 'unread', 'anna', ''],
    ['Parcels', 'all', null, 'parcel'],
  ])
  await harness.handlers().deleteSearch({ id: searches[0]?.id ?? '' })
  expect((await kept()).map(({ name }) => name)).toEqual(['Parcels'])
})

it('refuses a blank name and a name in use', async () => {
  const { keep } = await open()
  await keep('Parcels')
  await expect(keep('')).rejects.toMatchObject({ detail: { kind: 'validation' } })
  await expect(keep('parcels')).rejects.toMatchObject({ detail: { kind: 'conflict' } })
})
