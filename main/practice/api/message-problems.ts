/** The refusals of the conversation service, by platform. */

export const mediaTypes: readonly unknown[] = ['IMAGE', 'PDF', 'DOC', 'TXT']
export const DEFAULT_LIMIT = 25
export const MAX_LIMIT = 50
export const MAX_BULK_SIZE = 10
export const MAX_ATTACHMENTS = 5
export const MAX_CODE_POINTS = 2000

export type Problem = readonly [status: 400 | 404, errorId: number, message: string]

/** A wrong field for which the platform documents no id. */
export const field = (message: string): Problem => [400, 2004, `FIELD_VALUE_INVALID: ${message}`]
const unknownType: Problem = [400, 850001, 'The conversation type is required and must be FROM_MEMBERS or FROM_SVC.']
const unknownStatus: Problem = [400, 850020, 'The conversation status is not one of the allowed values.']

export const documentProblems = {
  noType: unknownType,
  type: unknownType,
  limit: [400, 850002, `limit must be a whole number from 1 to ${MAX_LIMIT}.`],
  offset: field('offset must be a whole number of 0 or more.'),
  time: field('start_time and end_time must have the form YYYY-MM-DDTHH:MM:SS.000Z.'),
  filter: unknownStatus,
  noReferenceType: field('reference_id and reference_type go together.'),
  referenceType: field('the reference type must be LISTING.'),
  referenceFields: field('reference needs referenceId and the referenceType LISTING.'),
  unknownThread: [404, 850100, 'The conversation was not found.'],
  noTarget: field('conversationId or otherPartyUsername is required.'),
  unknownTarget: [404, 6001, 'RESOURCE_NOT_FOUND: the conversation is unknown or not accessible.'],
  person: field('otherPartyUsername must be a user name.'),
  text: field('messageText must be a string.'),
  noText: field('messageText is required.'),
  textLength: [400, 13007, `MESSAGE_TEXT_TOO_LONG: messageText has more than ${MAX_CODE_POINTS} characters.`],
  mediaCount: field(`messageMedia must be an array of at most ${MAX_ATTACHMENTS} attachments.`),
  mediaFields: field('an attachment needs mediaName, mediaType and mediaUrl.'),
  mediaType: field(`mediaType must be one of ${mediaTypes.join(', ')}.`),
  mediaUrl: [400, 6001, 'RESOURCE_NOT_FOUND: mediaUrl must be HTTPS.'],
  read: field('read must be true or false.'),
  status: unknownStatus,
  unknownElement: [404, 850050, 'The conversation was not found, is deleted, or is not accessible.'],
  bulk: field('conversations must be an array with at least one element.'),
  bulkSize: [400, 850010, `conversations has more than ${MAX_BULK_SIZE} elements.`],
} as const satisfies Readonly<Record<string, Problem>>

export type ProblemName = keyof typeof documentProblems

const unknownId: Problem = [400, 355007, 'Invalid or unrecognized conversation_id value.']
export const ebayProblems: Readonly<Record<ProblemName, Problem>> = {
  noType: [400, 355017, 'Invalid conversation_type value.'],
  type: [400, 355002, 'Invalid conversation_type value.'],
  limit: [400, 355009, `Invalid limit. It must be a positive integer that does not exceed ${MAX_LIMIT}.`],
  offset: [400, 355008, 'Invalid offset. The offset value must be synchronized up with the limit value.'],
  time: [400, 355005, 'Invalid date format used for one or both date filters.'],
  filter: [400, 355001, 'Invalid conversation_status value.'],
  noReferenceType: [400, 355022, 'The parameter reference_type is required whenever reference_id is provided.'],
  referenceType: [400, 355003, 'Invalid referenceType value.'],
  referenceFields: [400, 355021, 'All fields under reference are required. Please add missing field(s).'],
  unknownThread: unknownId,
  noTarget: [400, 355018, 'conversationId and otherPartyUsername cannot both be empty.'],
  unknownTarget: unknownId,
  person: [400, 355006, 'Invalid or unrecognized otherPartyUsername value.'],
  text: [400, 2004, 'Invalid request. messageText must be a string.'],
  noText: [400, 355015, 'Please pass message text or upload one of more media attachments.'],
  textLength: [400, 355013, `The messageText string exceeds the maximum character threshold of ${MAX_CODE_POINTS}.`],
  mediaCount: [400, 355010, `The maximum amount of media that may be sent is ${MAX_ATTACHMENTS}.`],
  mediaFields: [400, 355012, 'All fields under messageMedia are required. Please add missing field(s).'],
  mediaType: [400, 355011, 'Invalid mediaType value.'],
  mediaUrl: [400, 355014, 'Invalid mediaUrl.'],
  read: [400, 2004, 'Invalid request. read must be a boolean.'],
  status: [400, 355001, 'Invalid conversationStatus value.'],
  unknownElement: unknownId,
  bulk: [400, 2004, 'Invalid request. conversations must be an array of objects.'],
  bulkSize: [400, 355019, `A maximum of ${MAX_BULK_SIZE} conversations is allowed per request.`],
}
