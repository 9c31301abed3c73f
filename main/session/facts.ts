/** Facts from several features of the open session, for the problem report, the first steps and the storage screen. */
import type { ContentCounts } from '../../shared/app/storage-contract.ts'
import { getPlatform } from '../../shared/connection/profile.ts'
import type { FirstStepFacts } from '../app/first-steps-progress.ts'
import type { ReportCheck } from '../app/problem-report.ts'
import { reportChecks } from '../app/report-checks.ts'
import type { Database } from '../database/database.ts'
import { contentLabels } from './after-rebuild.ts'
import { findFirstSteps } from './first-step-facts.ts'
import type { Session } from './session.ts'

/** The number of rows in a database, under names that a seller knows. */
export const countContents = (database: Database): ContentCounts => {
  const count = (table: string): number => database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0
  return {
    conversations: count('conversations'),
    messages: count('messages'),
    items: count('items'),
    tasks: count('mapping_task'),
    notifications: count('notification_events'),
  }
}

/** Whether a database has no seller data: no draft, conversation, item or notification. */
export const isUnused = (database: Database): boolean =>
  contentLabels
    .flatMap(([, tables]) => tables)
    .filter((table) => table !== 'notification_settings')
    .every((table) => database.get(`SELECT 1 AS found FROM ${table} LIMIT 1`) === undefined)

/** Undefined if the open connection is not a practice shop. */
export const readFirstStepFacts = ({ connection, features }: Session): FirstStepFacts | undefined =>
  connection.profile.kind === 'practice'
    ? findFirstSteps(features().opened.database, getPlatform(connection.profile).capabilities.orders)
    : undefined

export const readReportChecks = async (
  { connection, features }: Session,
  dataDir: string,
): Promise<readonly ReportCheck[]> => {
  const { file, handlers } = features()
  const [status, receiver, counts] = await Promise.all([
    connection.handlers.status({}),
    handlers.notifications.receiver({}),
    handlers.messaging.counts({}),
  ])
  return reportChecks({
    dataDir,
    databaseFile: file,
    kind: status.connection.kind,
    online: status.online.state,
    session: status.session.state,
    secrets: status.secrets,
    receiver: receiver.state,
    unsent: counts.outbox,
    needUser: counts.outboxNeedsUser,
  })
}
