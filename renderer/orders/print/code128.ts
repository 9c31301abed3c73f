/** Code 128 bar codes, which every scanner reads: https://en.wikipedia.org/wiki/Code_128 (ISO/IEC 15417). Pure. */

/** Widths of bars and spaces in turn, for each value. */
const widths =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
export const patterns: readonly string[] = widths.split(' ')

const START_B = 104
const STOP = 106
const FIRST_CHARACTER = 32
const LAST_CHARACTER = 126

export type BarCode = {
  /** In modules, without the quiet zones. */
  readonly width: number
  /** The bars as an SVG path, one unit high. */
  readonly path: string
}

/** The code of a text in subset B; undefined for a text with other characters than ASCII. */
export const encodeCode128 = (text: string): BarCode | undefined => {
  const values = [...text].map((character) => (character.codePointAt(0) ?? 0) - FIRST_CHARACTER)
  if (values.length === 0 || values.some((value) => value < 0 || value > LAST_CHARACTER - FIRST_CHARACTER))
    return undefined
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), START_B) % 103
  let at = 0
  let path = ''
  for (const value of [START_B, ...values, check, STOP]) {
    for (const [index, digit] of [...(patterns[value] ?? '')].entries()) {
      const width = Number(digit)
      if (index % 2 === 0) path += `M${at} 0h${width}v1h-${width}z`
      at += width
    }
  }
  return { width: at, path }
}
