/** Writes how many there are of something: `1 item`, `3 items`. */
export const writeCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
