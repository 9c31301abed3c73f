/** The choices of items for a listing. Pure. */
type ListedRow = { readonly sku: string; readonly title: string | null }

/** The rows of the item list that are items: a listing made with another tool may have no SKU. */
export const toItemOptions = (rows: readonly ListedRow[]) =>
  rows
    .filter(({ sku }) => sku !== '')
    .map(({ sku, title }) => ({
      id: sku,
      label: title ?? sku,
      ...(title === null ? {} : { description: sku }),
    }))
