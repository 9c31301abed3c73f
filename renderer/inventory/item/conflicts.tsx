// Conflicts: fields that both the seller and the platform changed.
import type { ReactNode, Ref } from 'react'
import type { Item } from '../../../shared/inventory/contract.ts'
import type { JsonPath } from '../../../shared/inventory/json.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { pathLabel, valueText } from '../item-labels.ts'
import { MarkedValue } from '../save/change-table.tsx'
import styles from './conflicts.module.css'

export interface ConflictsProps {
  readonly item: Item
  /** Stores what was typed last. */
  readonly keep: () => Promise<void>
  readonly sectionRef: Ref<HTMLElement>
}

/** Nothing is sent. */
export function Conflicts({ item, keep, sectionRef }: ConflictsProps) {
  const resolve = useApiMutation('inventory', 'resolveConflicts')
  const { sku, conflicts, isGone } = item
  const decide = async (choices: readonly { path: JsonPath; keep: 'mine' | 'platform' }[], createAgain = false) => {
    await keep()
    await resolve.mutateAsync({
      sku,
      choices: choices.map((choice) => ({ path: [...choice.path], keep: choice.keep })),
      createAgain,
    })
  }
  // MutationError shows a failure.
  const press = (work: Promise<void>) => void work.catch(() => undefined)

  if (!isGone && conflicts.length === 0) return null
  return (
    <section aria-label="Conflicts" className={styles.conflicts} ref={sectionRef}>
      {isGone ? (
        <Banner
          action={{ label: 'Create it again', onPress: () => press(decide([], true)), isPending: resolve.isPending }}
          title="The platform no longer has this item"
          tone="danger"
        >
          Creating it again restores everything last read, with your edit. Nothing is sent until you save.
        </Banner>
      ) : (
        <>
          <Banner title="The platform changed fields you edited" tone="danger">
            Choose for each field. Nothing is sent until you save.
          </Banner>
          {conflicts.length > 1 && (
            <div className={styles.actions}>
              <Button
                isDisabled={resolve.isPending}
                onPress={() => press(decide(conflicts.map(({ path }) => ({ path, keep: 'platform' }))))}
                size="s"
              >
                Use all {formatNumber(conflicts.length)} of the platform’s
              </Button>
              <Button
                isDisabled={resolve.isPending}
                onPress={() => press(decide(conflicts.map(({ path }) => ({ path, keep: 'mine' }))))}
                size="s"
              >
                Keep all {formatNumber(conflicts.length)} of mine
              </Button>
            </div>
          )}
          {conflicts.map((conflict) => (
            <div className={styles.conflict} key={JSON.stringify(conflict.path)}>
              <h3 className={styles.field}>{pathLabel(conflict.path)}</h3>
              <dl className={styles.sides}>
                <Side label="Before your edit">
                  {conflict.was === undefined ? (
                    <span className={styles.nothing}>Nothing</span>
                  ) : (
                    valueText(conflict.was)
                  )}
                </Side>
                <Side label="On the platform now">
                  <MarkedValue from={conflict.was} value={conflict.remote} />
                </Side>
                <Side label="Yours">
                  <MarkedValue from={conflict.was} value={conflict.wanted} />
                </Side>
              </dl>
              <div className={styles.actions}>
                <Button
                  isDisabled={resolve.isPending}
                  onPress={() => press(decide([{ path: conflict.path, keep: 'platform' }]))}
                  size="s"
                >
                  Use the platform’s
                </Button>
                <Button
                  isDisabled={resolve.isPending}
                  onPress={() => press(decide([{ path: conflict.path, keep: 'mine' }]))}
                  size="s"
                >
                  Keep mine
                </Button>
              </div>
            </div>
          ))}
        </>
      )}
      <MutationError of={resolve} />
    </section>
  )
}

function Side({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.side}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
