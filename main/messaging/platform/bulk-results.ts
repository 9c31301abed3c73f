/** Reads the result of each element of a bulk update (MSG-18, MSG-19). */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { Failure } from '../../../shared/result.ts'
import { formatSaid, quote, readJson, type ServiceError } from '../../http/answers.ts'
import { describeError, type ErrorCatalog } from '../../http/failures.ts'
import type { HttpResponse } from '../../http/request.ts'
import { bulkAnswerSchema, bulkElementSchema } from './message-wire.ts'

export type FilingResult = {
  readonly conversationId: string
  readonly updated: boolean
  /** False if the answer doesn't name the conversation or contradicts itself. */
  readonly certain: boolean
  /** Sentences; empty if updated. */
  readonly problems: readonly string[]
}

/** An authorization failure of the 850100 range rejects the whole batch (MSG-19). */
export const isBatchRejection = ({ errorId }: ServiceError): boolean =>
  errorId !== undefined && errorId >= 850_100 && errorId < 850_200

/** On a GET, 850100 means not found; on a bulk update it means that nothing was changed. */
export const rejectedBatch = (error: ServiceError, platformName: PlatformName, scope: string): Failure => {
  const ours = `${platformName.The} rejected the update, so nothing was changed: this sign-in may not change at least one of the conversations. Select fewer to find it, or sign in again in Settings and allow access to messages.`
  return new Failure({
    kind: 'forbidden',
    message: `${quote(formatSaid(error), platformName)}${ours} (${error.errorId})`,
    scope,
    topic: 'MSG-19',
  })
}

const parseStatus = (updateStatus: string): 'updated' | 'refused' | 'unknown' => {
  if (updateStatus === 'SUCCESSFUL' || updateStatus === 'SUCCESS') return 'updated'
  return updateStatus === 'FAILED' || updateStatus === 'FAILURE' ? 'refused' : 'unknown'
}

/** One result for each element. Only SUCCESSFUL (or SUCCESS) counts as updated. */
export const toBulkResults = (
  response: HttpResponse,
  elements: readonly { readonly conversationId: string }[],
  catalog: ErrorCatalog,
): readonly FilingResult[] => {
  const { The } = catalog.platformName
  const answers = readJson(response, bulkAnswerSchema, 'The result of the update').flatMap((answer) => {
    const parsed = bulkElementSchema.safeParse(answer)
    return parsed.success ? [parsed.data] : []
  })
  return elements.map(({ conversationId }) => {
    const own = answers.filter((candidate) => candidate.conversationId === conversationId)
    const statuses = new Set(own.map(({ updateStatus }) => parseStatus(updateStatus)))
    const [status = 'unknown'] = statuses.size === 1 ? statuses : []
    if (status === 'updated') return { conversationId, updated: true, certain: true, problems: [] }
    const errors = own[0]?.errors ?? []
    const silent =
      status === 'unknown' ? `${The} didn’t say whether it was changed.` : `${The} refused it without a reason.`
    return {
      conversationId,
      updated: false,
      certain: status === 'refused',
      problems:
        status === 'refused' && errors.length > 0
          ? errors.map((error) => describeError(error, catalog, silent))
          : [silent],
    }
  })
}
