import { describe, expect, it } from 'vitest'
import { isCourtesy } from '../../../renderer/parts/courtesy.ts'
import { thanksLast } from '../../../renderer/today/thanks-last.ts'

describe('buyers who wait on Today', () => {
  it('keep their order by waiting time, and thank-yous come last', () => {
    const waiting = ['Perfect, thank you!', 'Is it still available?', 'Danke!', 'Where is my parcel?']
    expect(thanksLast(waiting, isCourtesy)).toEqual([
      'Is it still available?',
      'Where is my parcel?',
      'Perfect, thank you!',
      'Danke!',
    ])
  })
})
