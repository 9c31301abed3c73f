// What a run would delete, each by name; nothing of it goes that was not confirmed.
import { useState } from 'react'
import { CONFIRMATIONS_MAX, type Run } from '../../shared/inventory/run-contract.ts'
import { useApiMutation, useApiQuery, useClient } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { formatCount, formatNumber } from '../ui/locale-format.ts'

import styles from './run-panel.module.css'

const PAGE = 100
/** Nobody reads on and confirms each beyond this; the rows can be left out instead. */
const LISTED_MAX = 1_000

/** The list with a box for each, and one act for all that is in sight. */
export function RunDeletions({ run: { runId, deletions } }: { readonly run: Run }) {
  const client = useClient()
  const [limit, setLimit] = useState(PAGE)
  const list = useApiQuery('inventory', 'runDeletions', { runId, limit }, { keepPrevious: true })
  const confirm = useApiMutation('inventory', 'confirmRunDeletions')
  const [problem, setProblem] = useState<string>()
  const rows = list.data?.rows ?? []
  const open = rows.filter(({ isConfirmed }) => !isConfirmed)

  const confirmAll = async () => {
    setProblem(undefined)
    try {
      const named = open.map(({ sku, deletionId }) => ({ sku, deletionId }))
      for (let at = 0; at < named.length; at += CONFIRMATIONS_MAX) {
        await client.inventory.confirmRunDeletions({
          runId,
          deletions: named.slice(at, at + CONFIRMATIONS_MAX),
          isConfirmed: true,
        })
      }
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }

  return (
    <fieldset className={styles.deletions}>
      <legend>
        This deletes {formatCount(deletions.all, 'thing')} from the platform; {formatNumber(deletions.unconfirmed)} not
        confirmed
      </legend>
      {(problem ?? confirm.error?.message) !== undefined && (
        <Banner tone="danger">{problem ?? confirm.error?.message}</Banner>
      )}
      <ul className={styles.names}>
        {rows.map(({ sku, deletionId, name, isConfirmed }) => (
          <li key={`${sku} ${deletionId}`}>
            <Checkbox
              isSelected={isConfirmed}
              onChange={(wanted) => confirm.mutate({ runId, deletions: [{ sku, deletionId }], isConfirmed: wanted })}
            >
              <span className="mono">{sku}</span> Delete <del>{name}</del>
            </Checkbox>
          </li>
        ))}
      </ul>
      <div className={styles.bar}>
        {rows.length < (list.data?.total ?? 0) && limit < LISTED_MAX && (
          <Button isPending={list.isFetching} onPress={() => setLimit(Math.min(LISTED_MAX, limit + PAGE))} size="s">
            Show more of {formatNumber(list.data?.total ?? 0)}
          </Button>
        )}
        {open.length > 1 && (
          <Button onPress={() => void confirmAll()} size="s" variant="danger">
            Confirm all {formatNumber(open.length)} above
          </Button>
        )}
      </div>
    </fieldset>
  )
}
