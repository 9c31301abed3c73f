/** The place of a new message. */
import { goTo } from '../api/place.ts'

export const newMessageSegment = '~new'

export const writeTo = (username: string | null): void =>
  goTo({ room: 'inbox', path: username === null ? [newMessageSegment] : [newMessageSegment, username] })
