import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../main/database/database.ts'
import { findSuspicion, openHighWaterMark } from '../../../main/outbound/high-water-mark.ts'
import { openTestDatabase } from '../../support/test-database.ts'

let folder: string
let file: string
let database: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-mark-'))
  file = join(folder, 'shop.sqlite')
  database = openTestDatabase()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const listMarks = () => readdirSync(folder)

/** Opens the mark; returns it with the reasons for a hold. */
const open = () => {
  const reasons: string[] = []
  return { ...openHighWaterMark(database, file, (reason) => reasons.push(reason)), reasons }
}

const load = () => database.get<{ position: number; identity: string }>('SELECT position, identity FROM outbound_mark')
/** Puts the database back to an earlier state. */
const putBack = (before: ReturnType<typeof load>) =>
  database.run('UPDATE outbound_mark SET position = ?, identity = ?', [before?.position ?? 0, before?.identity ?? ''])

describe('the high-water mark', () => {
  it('OFF-04 recognises an older database at the next start too, if it could not be put on hold at this one', () => {
    open()
    for (const name of listMarks()) rmSync(join(folder, name))
    expect(() =>
      openHighWaterMark(database, file, () => {
        throw new Error('The disk is full.')
      }),
    ).toThrow('full')
    expect([...open().reasons, ...open().reasons]).toEqual(['older'])
  })

  it('OFF-04 keeps one file, whatever is sent', () => {
    const mark = open()
    for (let change = 0; change < 5; change += 1) mark.raise()
    expect(listMarks()).toHaveLength(1)
    expect(open().reasons).toEqual([])
  })

  it('OFF-04 recognises an older database, then the newer one that it replaced', () => {
    const mark = open()
    const before = load()
    mark.raise()
    const after = load()
    putBack(before)
    expect(open().reasons).toEqual(['older'])
    putBack(after)
    expect(open().reasons).not.toEqual([])
  })

  it.each([
    ['over the files that are there', false],
    ['in place of the folder', true],
  ])('OFF-04 recognises a folder that is put back %s, times kept', (_, isEmptied) => {
    const copy = mkdtempSync(join(tmpdir(), 'stallhand-mark-copy-'))
    try {
      const mark = open()
      mark.raise()
      const before = load()
      cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
      mark.raise()
      if (isEmptied) for (const name of listMarks()) rmSync(join(folder, name))
      cpSync(copy, folder, { recursive: true, preserveTimestamps: true })
      putBack(before)
      expect(open().reasons).toHaveLength(1)
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })

  it('OFF-04 continues after its file is deleted while the app runs', () => {
    const mark = open()
    for (const name of listMarks()) rmSync(join(folder, name))
    mark.raise()
    mark.raise()
    expect(open().reasons).toEqual([])
  })

  it('OFF-04 keeps its file over restarts, and every file that isn’t its own', () => {
    open().raise()
    const before = load()
    const others = ['shop.sqlite.mark-', 'shop.sqlite.mark-2b', 'other.sqlite.mark-7']
    for (const name of others) writeFileSync(join(folder, name), '')
    expect(open().reasons).toEqual([])
    expect(load()).toEqual(before)
    expect(new Set(listMarks())).toEqual(new Set([...others, `shop.sqlite.mark-${before?.position}`]))
  })

  it('OFF-04 puts the queue on hold once if its file is gone, whatever other files are there', () => {
    open().raise()
    for (const name of listMarks()) rmSync(join(folder, name))
    for (const name of ['shop.sqlite.mark-', 'shop.sqlite.mark-2b', `mall.sqlite.mark-${load()?.position}`]) {
      writeFileSync(join(folder, name), '')
    }
    // Files of older copies.
    for (const position of [0, 9]) writeFileSync(join(folder, `shop.sqlite.mark-${position}`), '')
    expect([open().reasons, open().reasons]).toEqual([['older'], []])
  })

  it('OFF-04 keeps its own file and deletes those of older copies', () => {
    open().raise()
    const own = listMarks()
    for (const position of [0, 9]) writeFileSync(join(folder, `shop.sqlite.mark-${position}`), '')
    expect(open().reasons).toEqual([])
    expect(listMarks()).toEqual(own)
  })

  it('OFF-04 fails if its file can’t be renamed, so that nothing is sent', () => {
    const mark = open()
    mkdirSync(join(folder, `shop.sqlite.mark-${(load()?.position ?? 0) + 1}`))
    expect(() => mark.raise()).toThrow()
  })

  it.each([
    ['one that never had a file', { position: 0, identity: '' }, [], 'copied'],
    ['a copied folder', { position: 4, identity: 'a' }, [{ position: 4, identity: 'b' }], 'copied'],
    ['a folder without its file', { position: 4, identity: 'a' }, [], 'older'],
    ['a folder that sent more', { position: 4, identity: 'a' }, [{ position: 5, identity: 'b' }], 'older'],
    ['its own file with a higher count', { position: 4, identity: 'a' }, [{ position: 5, identity: 'a' }], 'older'],
    ['its own file', { position: 4, identity: 'a' }, [{ position: 4, identity: 'a' }], undefined],
    [
      'its own file beside another',
      { position: 4, identity: 'a' },
      [
        { position: 9, identity: 'b' },
        { position: 3, identity: 'a' },
      ],
      undefined,
    ],
  ])('OFF-04 recognises whether another database sent last: %s', (_, stored, found, reason) => {
    expect(findSuspicion(stored, found)).toBe(reason)
  })

  it('OFF-04 finds every database that was written before the last change sent, and no other, wherever a raise was cut off', () => {
    const act = fc.constantFrom('raise', 'crash')
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), fc.nat(12), (acts, putBackTo) => {
        // The counts after each act: a crash falls between the commit and the renaming.
        let stored = 1
        let named = 1
        let sent = 1
        const states = [stored]
        for (const next of acts) {
          stored += 1
          if (next === 'raise') {
            named = stored
            sent = stored
          }
          states.push(stored)
        }
        const position = states[Math.min(putBackTo, states.length - 1)] ?? 1
        const suspicion = findSuspicion({ position, identity: 'own' }, [{ position: named, identity: 'own' }])
        expect(suspicion).toBe(position < sent ? 'older' : undefined)
      }),
    )
  })
})
