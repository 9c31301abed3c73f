import { expect, it } from 'vitest'
import { putFigures } from '../../bench/figures.ts'

const document = `# Figures

<!-- figures: npm run bench -- --document -->

| Measure | Ours | Measured |
|---|---:|---|
| One | 1 ms | Monday |
| Two | 2 ms | Monday |

<!-- end of figures -->

More.
`

it('the table of figures takes what was measured, keeps the rest, and dates each row', () => {
  const after = putFigures(document, ['| Two | 5 ms |', '| Three \\| more | 3 ms |'], 'Friday')
  expect(after).toBe(
    document.replace('| Two | 2 ms | Monday |', '| Two | 5 ms | Friday |\n| Three \\| more | 3 ms | Friday |'),
  )
})

it('measuring the same again changes nothing but its date', () => {
  const once = putFigures(document, ['| One | 1 ms |'], 'Friday')
  expect(putFigures(once, ['| One | 1 ms |'], 'Friday')).toBe(once)
})

it('a document without the table is refused', () => {
  expect(() => putFigures('# Figures', [], 'Friday')).toThrow('no table of figures')
})
