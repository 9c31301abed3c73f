/** A new field is a row of the table: the row alone makes its control, its column in the sheet and its column in files (LST-16). */
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { csvHeader, listOfferColumns, parseColumn } from '../../../../main/inventory/items/columns.ts'
import { itemColumns } from '../../../../renderer/inventory/list/sheet/item-columns.tsx'
import { listChoosableColumns, textColumns } from '../../../../renderer/inventory/list/sheet/sheet-columns.ts'
import { FieldControl } from '../../../../renderer/parts/fields/field-control.tsx'
import { FieldGroups } from '../../../../renderer/parts/fields/field-groups.tsx'
import { platforms } from '../../../../shared/connection/platforms.ts'
import { type Field, fieldGroups, toColumnId, toColumnLabel } from '../../../../shared/inventory/fields/field.ts'
import { listItemFields } from '../../../../shared/inventory/fields/item-fields.ts'
import { listOfferRows } from '../../../../shared/inventory/fields/offer-fields.ts'
import { renderWindow } from '../../../support/render-window.ts'

const table: readonly Field[] = [...listItemFields(true), ...listOfferRows(true)]
const named = table.map((field) => [toColumnId(field), field] as const)
const shop = { currency: 'USD', policies: [], locations: [] }

it.each(named)('LST-16 %s is in the list of columns, in its group, or the table says why not', (id, field) => {
  const choice = listChoosableColumns(true).find((column) => column.id === id)
  expect([choice?.label, choice?.group, field.notInSheet !== undefined]).toEqual(
    field.notInSheet === undefined
      ? [toColumnLabel(field), fieldGroups[field.group], false]
      : [undefined, undefined, true],
  )
})

it.each(named)('LST-16 %s is a cell that can be edited, or the table says why not', (id, field) => {
  const [column] = itemColumns([id], new Map(), platforms.ebay, shop, false).filter((one) => one.id === id)
  expect([column !== undefined, textColumns([id]).length > 0]).toEqual([
    field.notInSheet === undefined,
    field.notInSheet === undefined,
  ])
  if (column === undefined) return
  expect(column.edit !== undefined).toBe(field.notInCell === undefined)
  // A cell that only shows its text says where it is edited.
  expect(column.editedElsewhere !== undefined).toBe(field.notInCell !== undefined)
})

it.each(named)('LST-16 %s is in the header of a file, or the table says why not', (id, field) => {
  const used = new Set([
    ...listItemFields(true)
      .filter(({ notInCsv }) => notInCsv === undefined)
      .map(toColumnId),
    ...listOfferColumns(true),
  ])
  const header = csvHeader([], used)
  expect(header.filter((name) => name === id)).toHaveLength(field.notInCsv === undefined ? 1 : 0)
  if (field.notInCsv === undefined) expect(parseColumn(id)).toMatchObject({ field: { id: field.id } })
})

it.each(named.filter(([, { isCore }]) => isCore !== true))('LST-16 %s has a control in the editor', (_id, field) => {
  const page = renderWindow(
    createElement(FieldGroups, {
      fields: [field],
      textOf: () => '',
      errorOf: () => undefined,
      onText: () => undefined,
    }),
  )
  expect(page).toContain(fieldGroups[field.group].replaceAll('&', '&amp;'))
  expect(page).toContain(field.label)
})

it('LST-16 a field that is no row has no column', () => {
  expect(parseColumn('lotSizes').kind).toBe('unknown')
  expect(textColumns(['lotSizes'])).toEqual([])
})

it.each(named)('LST-16 the control of %s names the platform on eBay', (_id, field) => {
  const control = createElement(FieldControl, { field, text: '', error: undefined, onText: () => undefined })
  const page = renderWindow(control, { 'connection.status': { connection: { platform: 'ebay' } } })
  expect(page).toContain(field.label.replaceAll('&', '&amp;'))
  expect(page).not.toMatch(/the platform/i)
})
