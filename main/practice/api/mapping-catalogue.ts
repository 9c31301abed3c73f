/** The products that practice's catalogue knows by their code. Any valid code names one of them, the same each time. */

type KnownProduct = {
  readonly title: string
  readonly aspects: readonly { readonly name: string; readonly values: readonly string[] }[]
}

const book = (title: string, author: string, year: string, publisher: string): KnownProduct => ({
  title: `${title}, ${author}, ${year}`,
  aspects: [
    { name: 'Book Title', values: [title] },
    { name: 'Author', values: [author] },
    { name: 'Language', values: ['English'] },
    { name: 'Format', values: ['Hardcover'] },
    { name: 'Publisher', values: [publisher] },
    { name: 'Publication Year', values: [year] },
  ],
})

const books: readonly KnownProduct[] = [
  book('Garden birds of the coast', 'Ada Fenwick', '1954', 'Harbour House'),
  book('Bread and ovens', 'Tomas Lindqvist', '1971', 'Mill Lane Books'),
  book('Knots, splices and fancy work', 'R. Maddox', '1948', 'Quayside Press'),
]

const things: readonly KnownProduct[] = [
  {
    title: 'Kestrel desk lamp, jointed arm, black',
    aspects: [
      { name: 'Brand', values: ['Kestrel'] },
      { name: 'Colour', values: ['Black'] },
      { name: 'Material', values: ['Steel'] },
    ],
  },
  {
    title: 'Orren stoneware teapot, 1.2 l',
    aspects: [
      { name: 'Brand', values: ['Orren'] },
      { name: 'Material', values: ['Stoneware'] },
      { name: 'Capacity', values: ['1.2 l'] },
    ],
  },
]

export const findKnownProduct = (code: string): KnownProduct | undefined => {
  const shelf = /^97[89]\d{10}$/.test(code) ? books : things
  const sum = [...code].reduce((total, digit) => total + Number(digit), 0)
  return shelf[sum % shelf.length]
}
