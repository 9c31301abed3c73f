import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksAround, commonDistance, rowsOfArray, rowsOfBlocks } from '../../../../renderer/ui/lists/row-source.ts'

const ignore = (): void => undefined

const createList = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `row ${index}`)

/** The list cut into blocks, of which only `numbers` are loaded. */
const cut = (list: readonly string[], blockLength: number, numbers: readonly number[]) =>
  rowsOfBlocks({
    id: 'a',
    count: list.length,
    blockLength,
    blocks: new Map(numbers.map((number) => [number, list.slice(number * blockLength, (number + 1) * blockLength)])),
    onInSight: ignore,
  })

describe('the rows of a partly loaded list', () => {
  it('returns every loaded row at its position, and a hole for every other', () => {
    fc.assert(
      fc.property(
        fc.nat(400),
        fc.integer({ min: 1, max: 40 }),
        fc.uniqueArray(fc.nat(12)),
        (count, length, numbers) => {
          const list = createList(count)
          const source = cut(list, length, numbers)
          for (let index = 0; index < count; index += 1) {
            const isHere = numbers.includes(Math.floor(index / length))
            expect(source.at(index)).toBe(isHere ? list[index] : undefined)
          }
          const here = [...source.here()]
          expect(here.map(([index]) => index)).toEqual(here.map(([index]) => index).toSorted((a, b) => a - b))
          expect(here.every(([index, row]) => list[index] === row)).toBe(true)
        },
      ),
    )
  })

  it('leaves out rows past the end, when a block is older than the count', () => {
    const source = rowsOfBlocks({
      id: 'a',
      count: 3,
      blockLength: 2,
      blocks: new Map([[1, ['c', 'no longer']]]),
      onInSight: ignore,
    })
    expect(source.at(2)).toBe('c')
    expect(source.at(3)).toBeUndefined()
    expect([...source.here()]).toEqual([[2, 'c']])
  })

  it('is the whole list for an array', () => {
    const list = createList(5)
    const source = rowsOfArray(list)
    expect(source.count).toBe(5)
    expect([...source.here()].map(([, row]) => row)).toEqual(list)
  })

  it('fetches visible rows with half a block on either side, and never a block before the first', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(60), (first, inSight) => {
        const blocks = blocksAround(first, first + inSight, 100)
        expect(blocks[0]).toBeGreaterThanOrEqual(0)
        expect(blocks.length).toBeLessThanOrEqual(3)
        for (let index = first; index <= first + inSight; index += 1) expect(blocks).toContain(Math.floor(index / 100))
      }),
    )
  })
})

describe('the scroll position when rows are added and removed', () => {
  const places = (keys: readonly string[], from = 0) => keys.map((key, index) => [key, from + index] as const)

  it('follows the visible rows when rows change above them, and stays when they change within', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 200 }),
        fc.integer({ min: 0, max: 25 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1, max: 9 }),
        (count, added, removed, first) => {
          const list = createList(count)
          const from = 20 + first
          const inSight = places(list.slice(from, from + 10), from).slice(0, count - from)
          const after = [...Array.from({ length: added }, (_, index) => `new ${index}`), ...list.slice(removed)]
          const expected = added - removed
          expect(commonDistance(inSight, new Map(after.map((key, index) => [key, index])))).toBe(
            inSight.length === 0 ? 0 : expected,
          )
        },
      ),
    )
  })

  it('ends at the same position when two blocks arrive one after the other, whichever is larger', () => {
    for (const split of [2, 5, 8]) {
      const keys = createList(10)
      const halfway = new Map(keys.map((key, index) => [key, index < split ? index + 1 : index]))
      const whole = new Map(keys.map((key, index) => [key, index + 1]))
      const first = commonDistance(places(keys), halfway)
      const between = keys.map((key) => [key, halfway.get(key) ?? -1] as const)
      expect(first + commonDistance(between, whole), `split after ${split}`).toBe(1)
    }
  })

  it('stays if most visible rows are gone, since it is another list', () => {
    const keys = createList(10)
    expect(commonDistance(places(keys), new Map([['row 0', 40]]))).toBe(0)
  })
})
