import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ComboBox } from '../../../../renderer/ui/fields/combo-box.tsx'
import { SearchField } from '../../../../renderer/ui/fields/search-field.tsx'
import { TextArea } from '../../../../renderer/ui/fields/text-area.tsx'
import { TextField } from '../../../../renderer/ui/fields/text-field.tsx'
import { Pane, type PaneProps } from '../../../../renderer/ui/layout/pane.tsx'
import { CellRow } from '../../../../renderer/ui/sheet/cell-row.tsx'

it.each([
  ['an area', createElement(TextArea, { label: 'Reply', value: 'שלום!' })],
  ['a line', createElement(TextField, { label: 'Title', value: 'שלום!' })],
  ['a search', createElement(SearchField, { label: 'Search', value: 'שלום!', onChange: () => undefined })],
  [
    'a suggestion',
    createElement(ComboBox, {
      label: 'Brand',
      value: 'שלום!',
      allowsCustomValue: true,
      options: [],
      onChange: () => undefined,
    }),
  ],
])('%s of Hebrew or Arabic is written from right to left', (_, field) => {
  expect(renderToStaticMarkup(field)).toMatch(/<(input|textarea)[^>]* dir="auto"/)
})

it('a title of Hebrew or Arabic in a sheet is cut at its own end', () => {
  const cell = createElement(CellRow<string>, {
    row: 'שלום!',
    index: 0,
    id: 'row',
    columns: [{ id: 'title', label: 'Title', width: '80px', render: (title) => title }],
    insets: [],
    top: 0,
    height: 32,
    activeColumn: -1,
    firstSelected: 0,
    lastSelected: -1,
    handleColumn: -1,
    isChecked: false,
    isOpen: false,
    editedColumn: undefined,
    editor: null,
  })
  expect(renderToStaticMarkup(cell)).toMatch(/<span[^>]* dir="auto"[^>]*>שלום!/)
})

it('a pane’s title of Hebrew or Arabic is cut at its own end', () => {
  const pane = createElement(Pane, { title: 'שלום!' } as PaneProps)
  expect(renderToStaticMarkup(pane)).toMatch(/<h2[^>]* dir="auto"[^>]*>שלום!/)
})
