// Where the platform moved on a field that is being edited: three values, and the seller's choice.
import type { ReactNode, Ref } from 'react'
import type { Item } from '../../shared/inventory/contract.ts'
import type { JsonPath } from '../../shared/inventory/json.ts'
import { useApiMutation } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { formatNumber } from '../ui/locale-format.ts'
import { MarkedValue } from './change-table.tsx'
import styles from './conflicts.module.css'
import { placeName, valueText } from './item-words.ts'

export interface ConflictsProps {
  readonly item: Item
  /** Writes what was typed last, so that the choice is about that. */
  readonly keep: () => Promise<void>
  readonly sectionRef: Ref<HTMLElement>
}

/** Decides conflicts one by one; nothing is sent by it. */
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
  // A failure is shown below; the press itself has nobody to tell.
  const press = (work: Promise<void>) => void work.catch(() => undefined)

  if (!isGone && conflicts.length === 0) return null
  return (
    <section aria-label="Conflicts" className={styles.conflicts} ref={sectionRef}>
      {isGone ? (
        <Banner
          act={{ label: 'Create it again', onPress: () => press(decide([], true)), isPending: resolve.isPending }}
          title="The platform has no item for this SKU any more"
          tone="danger"
        >
          Creating it again puts back all that was last read, with your edit. Nothing is sent before you save.
        </Banner>
      ) : (
        <>
          <Banner title="The platform changed what you are editing" tone="danger">
            Choose for each field. Nothing is sent before you save.
          </Banner>
          {conflicts.length > 1 && (
            <div className={styles.acts}>
              <Button
                isDisabled={resolve.isPending}
                onPress={() => press(decide(conflicts.map(({ path }) => ({ path, keep: 'platform' }))))}
                size="s"
              >
                Take all {formatNumber(conflicts.length)} of the platform
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
              <h3 className={styles.field}>{placeName(conflict.path)}</h3>
              <dl className={styles.sides}>
                <Side label="When you began">
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
              <div className={styles.acts}>
                <Button
                  isDisabled={resolve.isPending}
                  onPress={() => press(decide([{ path: conflict.path, keep: 'platform' }]))}
                  size="s"
                >
                  Take the platform’s
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
      {resolve.isError && <Banner tone="danger">{resolve.error.message}</Banner>}
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
