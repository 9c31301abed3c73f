/** Each tone is a pair of colours in tokens.css, always used with a text. */
export type Tone = 'neutral' | 'accent' | 'good' | 'info' | 'caution' | 'danger'
