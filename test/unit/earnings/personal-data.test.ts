import { expect, it } from 'vitest'
import { earningsPersonalData } from '../../../main/earnings/personal-data.ts'
import { charge, openEarnings, sale, usd } from './earnings-rig.ts'

const date = '2026-11-20T20:00:00.000Z'
const all = { currency: 'USD', month: null, type: null, search: '', offset: 0, limit: 100 } as const

it('SEC-10 ORD-11 erasure leaves what was earned, and neither the name nor the note, also after the next reading', async () => {
  const erasedNames = new Set<string>()
  const rig = openEarnings({ erasedNames })
  rig.platform.put(
    sale('1', date, { net: '8.40', fee: '1.60' }),
    charge('2', 'SHIPPING_LABEL', date, '3.00', {
      buyer: { username: 'anna_wolle' },
      transactionMemo: 'Label for Anna',
    }),
    sale('3', date, { net: '5.00', buyer: { username: 'ben' } }),
  )
  await rig.start()
  const before = await rig.call().month({ currency: 'USD', month: '2026-11' })
  const names = JSON.stringify([{ name: 'anna_wolle', closedAtMs: 0, untilMs: rig.clock.nowMs(), newestMs: 0 }])
  for (const { delete: condition, change = [], table } of earningsPersonalData.tables) {
    if (condition !== undefined) rig.database.run(`DELETE FROM ${table} WHERE ${condition}`, { names })
    for (const sql of change) rig.database.run(sql, { names })
  }
  erasedNames.add('anna_wolle')
  await rig.call().readNow({})
  const { rows } = await rig.call().transactions(all)
  expect(rows.map(({ buyer, memo }) => [buyer, memo])).toEqual([
    ['ben', null],
    [null, null],
    [null, null],
  ])
  const stored = JSON.stringify(rig.database.all('SELECT * FROM earnings_transactions'))
  expect(stored).not.toMatch(/anna/i)
  expect((await rig.call().transactions({ ...all, search: 'anna' })).total).toBe(0)
  expect((await rig.call().transactions({ ...all, search: 'ben' })).total).toBe(1)
  expect(await rig.call().month({ currency: 'USD', month: '2026-11' })).toEqual(before)
  await rig.stop()
})

it('SEC-10 a transaction of an erased user that comes for the first time bears no name', async () => {
  const rig = openEarnings({ erasedNames: new Set(['anna_wolle']) })
  rig.platform.put(sale('1', date, { net: '8.40' }))
  await rig.start()
  expect((await rig.call().transactions(all)).rows).toMatchObject([{ buyer: null, net: usd(840) }])
  await rig.stop()
})
