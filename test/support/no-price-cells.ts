/** Price cells of a shop that lists nothing, for tests without the listing feature. */
import type { PriceCells } from '../../main/price-cells-port.ts'

export const noPriceCells: PriceCells = {
  typed: () => null,
  text: () => '',
  check: () => null,
  isSame: (a, b) => a === b,
  stage: () => 'This shop lists nothing.',
  put: () => undefined,
  notify: () => undefined,
  draft: () => ({ label: 'prices', rows: [], calls: 0, confirmation: '' }),
}
