import { describe, expect, expectTypeOf, it } from 'vitest'
import type { InventoryClient, ReadOptions } from '../../../main/inventory/platform/inventory-client.ts'
import { type PreparedSave, prepareSave } from '../../../main/inventory/saves/prepared-save.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'

const record: JsonObject = { condition: 'NEW', product: { title: 'Lamp' } }
const edit = withChange(startEdit(record), record, fieldPaths.title, 'Desk lamp')

const prepare = (remote: JsonObject | undefined, wanted = edit) =>
  prepareSave(
    'LAMP-1',
    async () => remote,
    () => wanted,
    platforms.neutral,
  )

describe('a prepared save', () => {
  it('INV-08 is the only value that can be written, and cannot be made by hand', () => {
    expectTypeOf<Parameters<InventoryClient['createOrReplaceInventoryItem']>[1]>().toEqualTypeOf<
      () => Promise<PreparedSave>
    >()
    expectTypeOf<Parameters<InventoryClient['bulkCreateOrReplaceInventoryItem']>[1]>().toEqualTypeOf<
      () => Promise<readonly PreparedSave[]>
    >()
    // No other method of the client writes.
    type Writes = {
      [Name in keyof InventoryClient]: Parameters<InventoryClient[Name]>[1] extends ReadOptions | undefined
        ? never
        : Name
    }[keyof InventoryClient]
    expectTypeOf<Writes>().toEqualTypeOf<'createOrReplaceInventoryItem' | 'bulkCreateOrReplaceInventoryItem'>()
    type HandMade = { [Key in keyof PreparedSave as Key extends string ? Key : never]: PreparedSave[Key] }
    expectTypeOf<HandMade>().not.toExtend<PreparedSave>()
  })

  it('has the same token as long as the edit is the same, whatever the platform has', async () => {
    const { token } = await prepare(record)
    expect((await prepare({ ...record, foo: 1 })).token).toBe(token)
    expect((await prepare(record, withChange(edit, record, fieldPaths.title, 'Desk lamps'))).token).not.toBe(token)
  })

  it('uses the edit as it is when the read completes', async () => {
    let wanted = edit
    const save = prepareSave(
      'LAMP-1',
      async () => {
        wanted = withChange(edit, record, fieldPaths.title, 'Typed meanwhile')
        return record
      },
      () => wanted,
      platforms.neutral,
    )
    expect((await save).merged).toEqual({ condition: 'NEW', product: { title: 'Typed meanwhile' } })
  })
})
