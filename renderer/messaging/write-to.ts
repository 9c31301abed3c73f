import { navigate } from '../api/location.ts'

/** The path segment of a new message. */
export const newMessageSegment = '~new'

/** Opens a new message to a buyer; null asks for the buyer first. */
export const writeTo = (username: string | null): void =>
  navigate({ screen: 'inbox', path: username === null ? [newMessageSegment] : [newMessageSegment, username] })
