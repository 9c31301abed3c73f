/** Sheets of address labels, in millimetres. Pure. */

export type LabelSheet = {
  readonly id: string
  readonly label: string
  /** The name of its page in `printed.module.css`. */
  readonly page: 'labels-a4' | 'labels-letter' | 'label-62x100' | 'label-4x6'
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly gapX: number
  readonly gapY: number
}

const INCH = 25.4

export const labelSheets = [
  {
    id: 'a4-21',
    label: 'A4, 21 labels of 63.5 × 38.1 mm',
    page: 'labels-a4',
    ...{ columns: 3, rows: 7, width: 63.5, height: 38.1, left: 7.2, top: 15.1, gapX: 2.5, gapY: 0 },
  },
  {
    id: 'a4-14',
    label: 'A4, 14 labels of 99.1 × 38.1 mm',
    page: 'labels-a4',
    ...{ columns: 2, rows: 7, width: 99.1, height: 38.1, left: 4.7, top: 15.1, gapX: 2.5, gapY: 0 },
  },
  {
    id: 'a4-8',
    label: 'A4, 8 labels of 99.1 × 67.7 mm',
    page: 'labels-a4',
    ...{ columns: 2, rows: 4, width: 99.1, height: 67.7, left: 4.7, top: 13.1, gapX: 2.5, gapY: 0 },
  },
  {
    id: 'letter-30',
    label: 'Letter, 30 labels of 2⅝ × 1 in',
    page: 'labels-letter',
    ...{ columns: 3, rows: 10, width: 2.625 * INCH, height: INCH, left: 0.1875 * INCH, top: 0.5 * INCH },
    ...{ gapX: 0.125 * INCH, gapY: 0 },
  },
  {
    id: 'letter-10',
    label: 'Letter, 10 labels of 4 × 2 in',
    page: 'labels-letter',
    ...{ columns: 2, rows: 5, width: 4 * INCH, height: 2 * INCH, left: 0.15625 * INCH, top: 0.5 * INCH },
    ...{ gapX: 0.1875 * INCH, gapY: 0 },
  },
  {
    id: 'roll-62',
    label: 'Label printer, 62 × 100 mm',
    page: 'label-62x100',
    ...{ columns: 1, rows: 1, width: 62, height: 100, left: 0, top: 0, gapX: 0, gapY: 0 },
  },
  {
    id: 'roll-4x6',
    label: 'Label printer, 4 × 6 in',
    page: 'label-4x6',
    ...{ columns: 1, rows: 1, width: 4 * INCH, height: 6 * INCH, left: 0, top: 0, gapX: 0, gapY: 0 },
  },
] as const satisfies readonly LabelSheet[]

/** `left` and `top`: in millimetres from the sheet's corner. */
export type PlacedLabel<T> = { readonly content: T; readonly left: number; readonly top: number }

/** The labels of each sheet, row by row. `skipped`: positions of the first sheet that are used up; at most all but one. */
export const placeLabels = <T>(
  sheet: LabelSheet,
  contents: readonly T[],
  skipped: number,
): readonly (readonly PlacedLabel<T>[])[] => {
  const perSheet = sheet.columns * sheet.rows
  const first = Math.max(0, Math.min(Math.floor(skipped) || 0, perSheet - 1))
  const pages: PlacedLabel<T>[][] = []
  for (const [index, content] of contents.entries()) {
    const position = first + index
    const page = Math.floor(position / perSheet)
    const onPage = position % perSheet
    const column = onPage % sheet.columns
    const row = Math.floor(onPage / sheet.columns)
    pages[page] = [
      ...(pages[page] ?? []),
      {
        content,
        left: sheet.left + column * (sheet.width + sheet.gapX),
        top: sheet.top + row * (sheet.height + sheet.gapY),
      },
    ]
  }
  return pages
}
