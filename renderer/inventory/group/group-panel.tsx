/** A listing with variations: what its items share, and each of them (LST-15). */
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { Group } from '../../../shared/inventory/contract/groups-contract.ts'
import { groupPaths, MAX_GROUP_PICTURES, MAX_GROUP_TITLE, variationLabel } from '../../../shared/inventory/group.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { type JsonPath, samePath } from '../../../shared/inventory/json.ts'
import { isLive, type ListingState, offerStates } from '../../../shared/inventory/listing-state.ts'
import type { Exclusion } from '../../../shared/outbound/run-contract.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { ListingBadge } from '../../parts/listing-badge.tsx'
import { ConflictList } from '../../parts/save/conflict-list.tsx'
import { PlanDialog } from '../../runs/plan-dialog.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount, formatMoney, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import styles from '../active/active-listing-panel.module.css'
import { DescriptionField } from '../item/description/description-field.tsx'
import { ImagesEditor } from '../item/pictures/images-editor.tsx'
import { Section } from '../item/section.tsx'
import { AspectsEditor } from '../item/specifics/aspects-editor.tsx'
import { toShownConflict } from '../item-labels.ts'
import { openItem, openRun } from '../items-panel.ts'
import type { ListingParts } from '../listing-parts.ts'
import { useGroupEdit } from './use-group-edit.ts'

const PRODUCT = fieldPaths.aspects.slice(0, -1)

/** The field of an item that a shared field is like. An item's are below its product. */
const toItemPath = (path: JsonPath): JsonPath => [...PRODUCT, ...path]

const isLiveState = (state: ListingState): boolean => {
  const own = offerStates.find((one) => one === state)
  return own !== undefined && isLive(own)
}

const Members = ({ members }: Pick<Group, 'members'>) => (
  <table className={styles.variations}>
    <thead>
      <tr>
        <th>Variation</th>
        <th>SKU</th>
        <th data-end="">Price</th>
        <th data-end="">Quantity</th>
        <th>Listing</th>
      </tr>
    </thead>
    <tbody>
      {members.map(({ sku, values, price, quantity, listingState, hasOwnTexts }) => (
        <tr key={sku}>
          <td>
            {variationLabel(values)}
            {hasOwnTexts && <Text tone="caution"> · own texts</Text>}
          </td>
          <td>
            <Button onPress={() => openItem(sku)} size="s" variant="quiet">
              {sku}
            </Button>
          </td>
          <td data-end="">{price === null ? '–' : formatMoney(price.amount, price.currency)}</td>
          <td data-end="">{quantity === null ? '–' : formatNumber(quantity)}</td>
          <td>
            <ListingBadge state={listingState} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

type ReviewProps = { readonly groupKey: string; readonly onClose: () => void }

const ReviewDialog = ({ groupKey, onClose }: ReviewProps) => {
  const [excluded, setExcluded] = useState<readonly Exclusion[]>([])
  const plan = useApiQuery('inventory', 'planGroup', { groupKey, excluded: [...excluded] }, { keepPrevious: true })
  return (
    <PlanDialog
      excluded={excluded}
      onClose={onClose}
      onExclude={setExcluded}
      onStarted={(runId) => {
        onClose()
        openRun(runId)
      }}
      plan={plan}
      submitLabel={() => 'Save'}
      title="Review changes"
    />
  )
}

type Making = NonNullable<Group['making']>

const makingTitle = ({ state }: Making, platform: string): string => {
  const titles: Readonly<Record<Making['state'], string>> = {
    unsent: `Not on ${platform} yet`,
    waiting: `Waiting to be made on ${platform}`,
    sending: `Being made on ${platform}`,
    refused: `${platform} hasn’t made this listing`,
  }
  return titles[state]
}

type GroupPanelProps = {
  readonly groupKey: string
  readonly listing: ListingParts
  readonly onClose: () => void
}

export const GroupPanel = ({ groupKey, listing, onClose }: GroupPanelProps) => {
  const query = useApiQuery('inventory', 'group', { groupKey })
  const group = query.data
  if (group == null) {
    return (
      <Pane backLabel="Back to the list" closeLabel="Close the listing" onBack={onClose} title="Variations">
        <QueryView label="The listing" query={query} skeleton={{ shape: 'lines' }}>
          {() => (
            <EmptyState
              heading="No such listing"
              text="No item of your list belongs to this listing with variations any more."
            />
          )}
        </QueryView>
      </Pane>
    )
  }
  return <OpenGroup group={group} listing={listing} onClose={onClose} readAgain={query.refetch} />
}

type OpenGroupProps = Omit<GroupPanelProps, 'groupKey'> & {
  readonly group: Group
  readonly readAgain: () => Promise<unknown>
}

const OpenGroup = ({ group, listing, onClose, readAgain }: OpenGroupProps) => {
  const { the } = usePlatformName()
  const { groupKey, members, variesBy, readProblem, readAtMs, record, making } = group
  const editing = useGroupEdit(group, readAgain)
  const { label: platform } = usePlatform()
  const { view, change, changeAll } = editing
  const refresh = useReportedMutation('inventory', 'refreshGroup')
  const cancel = useReportedMutation('inventory', 'cancelNewGroup')
  const choices = useApiQuery('listing', 'choices', {})
  const [isReviewing, setIsReviewing] = useState(false)
  const problemAt = (path: JsonPath): { readonly message: string } | undefined =>
    editing.problems.find((problem) => problem.path !== undefined && samePath(problem.path, path))
  const changes = editing.edit.changes.length
  const live = members.filter(({ listingState }) => isLiveState(listingState)).length
  return (
    <>
      <Pane
        actions={
          making === null && (
            <>
              <IconButton
                icon={RefreshCw}
                isPending={refresh.isPending}
                label="Refresh"
                onPress={() => refresh.mutate({ groupKey })}
              />
              <listing.GroupActions isLive={live > 0} onStarted={openRun} skus={members.map(({ sku }) => sku)} />
            </>
          )
        }
        backLabel="Back to the list"
        closeLabel="Close the listing"
        footer={
          changes === 0 ? undefined : (
            <>
              <Row grow>
                <Text strong>{making === null ? formatCount(changes, 'change') : makingTitle(making, platform)}</Text>
              </Row>
              {making === null ? (
                <Button onPress={() => editing.discard()} variant="quiet">
                  Discard
                </Button>
              ) : (
                <Button
                  isPending={cancel.isPending}
                  onPress={() => cancel.mutate({ groupKey }, { onSuccess: onClose })}
                  variant="quiet"
                >
                  Keep the items apart
                </Button>
              )}
              <Button
                disabledReason={
                  editing.problems.length > 0
                    ? 'Correct what is wrong first'
                    : making !== null && ['waiting', 'sending'].includes(making.state)
                      ? 'It is in the outbox already'
                      : undefined
                }
                onPress={() =>
                  void editing.keep().then(
                    () => setIsReviewing(true),
                    () => undefined,
                  )
                }
                variant="primary"
              >
                {making === null ? 'Review changes' : 'Make the listing'}
              </Button>
            </>
          )
        }
        onBack={onClose}
        subtitle={
          <Row as="span" wrap>
            <span>{formatCount(members.length, 'variation')}</span>
            {readAtMs !== null && (
              <span>
                Read <RelativeTime at={readAtMs} />
              </span>
            )}
          </Row>
        }
        title={view.title === '' ? 'Listing without a title' : view.title}
      >
        <Stack gap={6}>
          {readProblem !== null && (
            <Banner title={`The listing couldn’t be read from ${the}`} tone="caution">
              {readProblem.message}
            </Banner>
          )}
          {making !== null && (
            <Banner title={makingTitle(making, platform)} tone={making.state === 'refused' ? 'danger' : 'info'}>
              {making.message === null
                ? `Until then its items can’t be listed on their own. Publish it once ${platform} has it.`
                : making.message}
            </Banner>
          )}
          {record === null && making === null && readProblem === null && (
            <Banner tone="info">{`What the variations share hasn’t been read from ${the} yet.`}</Banner>
          )}
          <ConflictList
            conflicts={group.conflicts.map((one) => toShownConflict(one, toItemPath(one.path)))}
            isPending={false}
            onDecide={(paths, keep) => editing.decide(paths.map((path) => ({ path, keep })))}
          />
          <Section
            note="Prices and quantities are changed in the list, or on the page of each."
            title={`Variations by ${variesBy.map(({ name }) => name).join(' and ') || '…'}`}
          >
            <Members members={members} />
          </Section>
          {(record !== null || making !== null) && (
            <>
              <Section title="What they share">
                <TextField
                  error={problemAt(groupPaths.title)}
                  label="Title"
                  limit={MAX_GROUP_TITLE}
                  onChange={(title) => change(groupPaths.title, title === '' ? undefined : title)}
                  value={view.title}
                />
                <DescriptionField
                  error={problemAt(groupPaths.description)}
                  html={view.description}
                  onChange={(html) => change(groupPaths.description, html === '' ? undefined : html)}
                />
              </Section>
              <Section title="Pictures">
                <ImagesEditor
                  canUpload={choices.data?.canUploadPictures === true}
                  max={MAX_GROUP_PICTURES}
                  onChange={(urls) => change(groupPaths.imageUrls, urls === undefined ? undefined : [...urls])}
                  owner={{ kind: 'group', groupKey }}
                  problem={problemAt(groupPaths.imageUrls)}
                  urls={view.imageUrls}
                />
              </Section>
              <Section title="Item specifics">
                <AspectsEditor
                  aspects={view.aspects}
                  onChange={(typed) =>
                    changeAll(typed.map(([path, value]) => [path.slice(PRODUCT.length), value] as const))
                  }
                  problems={[]}
                  refusals={[]}
                  suggestions={[]}
                />
              </Section>
            </>
          )}
        </Stack>
      </Pane>
      {isReviewing && <ReviewDialog groupKey={groupKey} onClose={() => setIsReviewing(false)} />}
    </>
  )
}
