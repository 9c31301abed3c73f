/** The place of a new message. */
import { navigate } from '../api/location.ts'

export const newMessageSegment = '~new'

export const writeTo = (username: string | null): void =>
  navigate({ screen: 'inbox', path: username === null ? [newMessageSegment] : [newMessageSegment, username] })
