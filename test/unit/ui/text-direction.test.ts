import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ComboBox } from '../../../renderer/ui/combo-box.tsx'
import { SearchField } from '../../../renderer/ui/search-field.tsx'
import { TextArea } from '../../../renderer/ui/text-area.tsx'
import { TextField } from '../../../renderer/ui/text-field.tsx'

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
