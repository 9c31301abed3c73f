import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { compactInBackground } from '../../../main/database/background-jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'stallhand-jobs-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('has closed the database when compacting it has ended', async () => {
  const file = join(folder, 'shop.sqlite')
  const connection = new DatabaseSync(file)
  connection.exec('PRAGMA journal_mode = WAL; CREATE TABLE items (sku TEXT)')
  connection.close()
  for (let index = 0; index < 5; index += 1) {
    await compactInBackground(file)
    expect(existsSync(`${file}-wal`)).toBe(false)
  }
})
