/** The tones a badge, banner, toast or mark can have; each is a pair of colours in tokens.css and never stands without a word. */
export type Tone = 'neutral' | 'accent' | 'good' | 'info' | 'caution' | 'danger'
