import { describe, expect, it } from 'vitest'
import { dueWords, heardWords, triesWords } from '../../../renderer/practice/delivery-words.ts'
import { type HowTold, problemOf, tellingOf, toldPlainly, wordsOf } from '../../../renderer/practice/how-told.ts'
import { practiceContract } from '../../../shared/practice/contract.ts'

const how = (change: Partial<HowTold>): HowTold => ({ ...toldPlainly, ...change })

describe('how something is told', () => {
  it.each([
    [{}, 'Told once, at once, and rightly'],
    [{ count: 10, times: 2 }, '10 of them, each told twice'],
    [{ times: 3, delayS: 60 }, 'told 3 times, 60 seconds late'],
    [{ delayS: 10_800, isForged: true }, '3 hours late, forged'],
    [{ hears: 'status500', attempts: 2 }, 'told again after 2 errors 500'],
    [{ hears: 'noAnswer', attempts: 1 }, 'told again after 30 silent seconds'],
  ] as const)('says %j as "%s"', (change, words) => {
    expect(wordsOf(how(change))).toBe(words)
  })

  it.each([
    [{ count: null }, 'How many'],
    [{ count: 0 }, 'How many'],
    [{ count: 1_001 }, 'How many'],
    [{ times: 2.5 }, 'Each told'],
    [{ delayS: -1 }, 'Late by'],
    [{ hears: 'noAnswer', attempts: 6 }, 'So often'],
  ] as const)('names the number that is out of range in %j', (change, words) => {
    expect(problemOf(how(change))).toContain(words)
  })

  it('asks for nothing that the contract does not take', () => {
    const input = practiceContract.triggerEvent.input
    for (const change of [
      {},
      { count: 1_000, times: 10, delayS: 2_592_000 },
      { hears: 'status500', attempts: 5 },
    ] as const) {
      expect(problemOf(how(change))).toBeUndefined()
      expect(input.safeParse({ event: 'ItemSold', ...tellingOf(how(change)) }).error).toBeUndefined()
    }
  })

  it('RCV-05 says of a delivery what was heard, which try is next and when', () => {
    expect([heardWords(''), heardWords('500'), heardWords('no answer in time')]).toEqual([
      'not tried yet',
      'heard 500',
      'no answer in time',
    ])
    expect([triesWords({ kind: 'rest', attempts: 2 }), triesWords({ kind: 'soap', attempts: 7 })]).toEqual([
      'try 2 of 3',
      'try 7',
    ])
    expect([dueWords(-1), dueWords(9_100), dueWords(180_000), dueWords(7_300_000)]).toEqual([
      'now',
      'in 10 s',
      'in 3 min',
      'in 3 h',
    ])
  })
})
