import { expect, it } from 'vitest'
import { erasePersons, findPersons } from '../../../main/erasure/erase.ts'
import { matchNames } from '../../../main/erasure/erased-persons.ts'
import { offersPersonalData } from '../../../main/offers/personal-data.ts'
import { outboundPersonalData } from '../../../main/outbound/personal-data.ts'
import { createUser, openOffers } from './offers-rig.ts'

it('PLT-18 a closed account takes its offers and their sent answers along, and no one else’s', async () => {
  const rig = openOffers()
  rig.platform.list('L1')
  rig.platform.make('o1', { message: 'Anna here', buyer: 'anna' })
  rig.platform.make('o2', { buyer: 'bert' })
  await rig.start()
  const { accept, decline } = createUser(rig)
  await accept('o1', 'Thank you, Anna')
  await decline(['o2'], 'Sorry')
  const data = [outboundPersonalData, offersPersonalData]
  const found = await findPersons(rig.database, data, matchNames(['Anna']))
  rig.database.transaction(() => erasePersons(rig.database, data, found))
  expect(rig.database.column('SELECT buyer FROM best_offers')).toEqual(['bert'])
  expect(rig.database.column('SELECT subject FROM outbound')).toEqual(['bestOffer:o2'])
  const left = rig.database.all('SELECT payload FROM outbound').concat(rig.database.all('SELECT * FROM best_offers'))
  expect(JSON.stringify(left).toLowerCase()).not.toContain('anna')
  await rig.stop()
})
