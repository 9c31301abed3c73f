/** The item page: its fields, the steps to a listing, and the save bar. */
import { Ellipsis, History, ListX, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { aspectPath, fieldPaths, findUnknownFields, readItemView } from '../../../shared/inventory/item.ts'
import { applyEdit, type ItemEdit } from '../../../shared/inventory/item-edit.ts'
import { checkEdit, checkRecord, type ItemProblem, maxPictures } from '../../../shared/inventory/item-rules.ts'
import { type JsonPath, samePath, valueAt } from '../../../shared/inventory/json.ts'
import { MAX_TITLE_CHARACTERS } from '../../../shared/inventory/limits.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import { useApiMutation, useApiQuery, useClient, useReportedMutation } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { CommandIconButton, CommandMenu } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { KeyValue } from '../../ui/display/key-value.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { conditionOptions, itemStateLabels, NO_CONDITION, pathLabel, problemText, valueText } from '../item-labels.ts'
import type { ListingParts } from '../listing-parts.ts'
import { SaveDialog } from '../save/save-dialog.tsx'
import { AspectsEditor } from './aspects-editor.tsx'
import { Conflicts } from './conflicts.tsx'
import { DescriptionField } from './description/description-field.tsx'
import { FamilySection } from './family-section.tsx'
import { focusField } from './focus-field.ts'
import { ImagesEditor } from './images-editor.tsx'
import { ItemConversations } from './item-conversations.tsx'
import styles from './item-editor.module.css'
import { ItemNotices } from './item-notices.tsx'
import { SaveBar } from './item-save-bar.tsx'
import { LanguageField } from './language-field.tsx'
import { PublishList } from './publish-list.tsx'
import { publishSteps } from './publish-steps.ts'
import { Section } from './section.tsx'
import { suggestAspects } from './suggested-aspects.ts'
import { useFirstFrame } from './use-first-frame.ts'
import { type ReadItem, useItemEdit } from './use-item-edit.ts'

/** The category of the item's offer (PLT-12); undefined if that is not known. */
const useItemCategory = (sku: string, canList: boolean) => {
  const listing = useApiQuery('listing', 'listing', { sku }, { enabled: canList }).data
  const categoryId = listing?.fields.find(({ field }) => field === 'categoryId')?.text ?? ''
  return useApiQuery('listing', 'category', { categoryId }, { enabled: categoryId !== '' }).data
}

export type ItemEditorProps = {
  readonly sku: string
  readonly listing: ListingParts
  /** Focuses the first field. */
  readonly isEntered: boolean
  readonly onClose: () => void
}

export const ItemEditor = ({ sku, listing, isEntered, onClose }: ItemEditorProps) => {
  const item = useApiQuery('inventory', 'item', { sku })
  if (item.data === undefined) {
    return (
      <Pane closeLabel="Close the item" onBack={onClose} title={sku}>
        <QueryView label={sku} query={item} skeleton={{ shape: 'facts' }}>
          {() => null}
        </QueryView>
      </Pane>
    )
  }
  return (
    <OpenItem
      isEntered={isEntered}
      listing={listing}
      onClose={onClose}
      read={{ data: item.data, dataUpdatedAt: item.dataUpdatedAt }}
      readAgain={item.refetch}
    />
  )
}

type OpenItemProps = {
  readonly read: ReadItem
  readonly listing: ListingParts
  readonly isEntered: boolean
  readonly readAgain: Parameters<typeof useItemEdit>[1]
  readonly onClose: () => void
}

const OpenItem = ({ read, listing, isEntered, readAgain, onClose }: OpenItemProps) => {
  const item = read.data
  const { sku } = item
  const client = useClient()
  const platform = usePlatform()
  const refresh = useApiMutation('inventory', 'refreshItem')
  const { edit, change, changeAll, keeping, keep, forget } = useItemEdit(read, readAgain)
  const remove = useReportedMutation('inventory', 'removeFromList')
  const add = useReportedMutation('inventory', 'addSkus')
  const [isSaving, setIsSaving] = useState(false)
  const conflictsRef = useRef<HTMLElement>(null)
  const fieldsRef = useRef<HTMLDivElement>(null)
  const choices = useApiQuery('listing', 'choices', {})
  const canList = choices.data?.refusal === null
  const category = useItemCategory(sku, canList)
  const inUse = useApiQuery('inventory', 'aspectsInUse', {})
  // Renders what is below the first screen after the first frame.
  const hasFrame = useFirstFrame()

  const record = item.record ?? undefined
  const draft = applyEdit(record, edit)
  const view = readItemView(draft)
  const isEdited = edit.changes.length > 0
  const problems = isEdited ? checkEdit(draft, edit, platform) : checkRecord(draft, platform)
  const { deletions } = previewSave(record ?? {}, mergeEdit(record, edit).merged)
  const unknown = findUnknownFields(draft)
  const isUnsettled = item.state === 'unknown'
  const { label, tone } = itemStateLabels[item.state]

  const setText = (path: JsonPath) => (text: string) => change(path, text === '' ? undefined : text)
  /** Stays a list if the platform has one, else it is one text (INV-18). */
  const setCode = (path: JsonPath) => (text: string) => {
    const isList = Array.isArray(valueAt(record, path))
    const codes = text.split('|').map((code) => code.trim())
    change(path, text === '' ? undefined : isList ? codes : text)
  }
  const refused = item.refusals.filter(({ path }) => path.length > 0)
  /** A broken rule comes first: it blocks the save. */
  const error = (path: JsonPath): string | undefined =>
    findProblem(problems, path) ?? refused.find((refusal) => samePath(refusal.path, path))?.message

  const decide = () => {
    setIsSaving(false)
    // Waits until the dialog is gone, because it keeps the focus inside.
    setTimeout(() => conflictsRef.current?.querySelector('button')?.focus(), 0)
  }
  /** An empty path leads to the save. */
  const goToField = (path: JsonPath) => {
    if (!focusField(fieldsRef.current, path) && isEdited) setIsSaving(true)
  }
  /** What was typed since is never replaced, here or in another window. */
  const bringBack = async (discarded: ItemEdit) => {
    await keep()
    const now = await client.inventory.item({ sku })
    if (now.edit !== null) throw new Error(`${sku} was edited again, so the discarded edit was not brought back.`)
    await client.inventory.saveEdit({ sku, edit: discarded })
  }
  const discard = async () => {
    await keep().catch(() => undefined)
    await client.inventory.discardEdit({ sku })
    forget()
    await readAgain()
    toast({
      text: `Edit of ${sku} discarded`,
      action: { label: 'Undo', onPress: () => void bringBack(edit).catch(toastFailure) },
    })
  }
  const removeFromList = () =>
    remove.mutate(
      { sku },
      {
        onSuccess: () => {
          onClose()
          toast({
            text: `${sku} removed from the list`,
            action: { label: 'Undo', onPress: () => add.mutate({ skus: [sku] }) },
          })
        },
      },
    )

  return (
    <>
      <Pane
        actions={
          <>
            <CommandIconButton
              command="items.refresh"
              icon={RefreshCw}
              isPending={refresh.isPending}
              onPress={() => refresh.mutate({ sku })}
            />
            <CommandMenu
              actions={[
                {
                  command: 'items.history',
                  description: 'All saves; restore a version',
                  icon: History,
                  onPress: () => navigate({ screen: 'items', path: [sku, 'history'] }),
                },
                {
                  command: 'items.remove',
                  description: 'The platform keeps the item',
                  icon: ListX,
                  onPress: removeFromList,
                },
              ]}
              label={`More for ${sku}`}
              trigger={<IconButton icon={Ellipsis} label="More" />}
            />
          </>
        }
        footer={
          isEdited ? (
            <SaveBar
              changes={edit.changes.length}
              deletions={deletions.length}
              isUnsettled={isUnsettled}
              keeping={keeping}
              onDiscard={() => void discard().catch(toastFailure)}
              onSave={() => setIsSaving(true)}
              problems={problems.length}
            />
          ) : undefined
        }
        closeLabel="Close the item"
        onBack={onClose}
        subtitle={
          <Row as="span" wrap>
            <Text mono>{sku}</Text>
            <Badge tone={tone}>{label}</Badge>
            {item.lastReadAtMs !== null && (
              <span>
                Read <RelativeTime at={item.lastReadAtMs} />
              </span>
            )}
            {item.editSource !== null && isEdited && <span>From {item.editSource}</span>}
          </Row>
        }
        title={view.title ?? 'Item without a title'}
      >
        <div ref={fieldsRef}>
          <Stack gap={6}>
            <ItemNotices
              isRefreshing={refresh.isPending}
              item={item}
              onRefresh={() => refresh.mutate({ sku })}
              refreshError={refresh.error?.message}
            />
            <Conflicts item={item} keep={keep} sectionRef={conflictsRef} />
            <Section title="Product">
              <TextField
                autoFocus={isEntered}
                error={error(fieldPaths.title)}
                label="Title"
                limit={MAX_TITLE_CHARACTERS}
                onChange={setText(fieldPaths.title)}
                value={view.title ?? ''}
              />
              <div className={styles.pair}>
                <NumberField
                  error={error(fieldPaths.quantity)}
                  label="Quantity"
                  min={0}
                  onChange={(quantity) => change(fieldPaths.quantity, quantity ?? undefined)}
                  value={view.quantity ?? null}
                />
                <Select
                  error={error(fieldPaths.condition)}
                  label="Condition"
                  onChange={(id) => change(fieldPaths.condition, id === NO_CONDITION ? undefined : id)}
                  options={conditionOptions(platform.conditions, view.condition, category?.conditions)}
                  value={view.condition ?? NO_CONDITION}
                />
              </div>
              <DescriptionField
                error={error(fieldPaths.description)}
                html={view.description ?? ''}
                onChange={setText(fieldPaths.description)}
              />
            </Section>
            <Section title="Pictures">
              <ImagesEditor
                canUpload={canList && choices.data?.canUploadPictures === true}
                max={maxPictures(draft, platform)}
                onChange={(urls) => change(fieldPaths.imageUrls, urls)}
                problem={error(fieldPaths.imageUrls)}
                sku={sku}
                urls={view.imageUrls}
              />
            </Section>
            {hasFrame && (
              <>
                <Section
                  note="Paste cells from a sheet into a name to add several at once: names first, then values."
                  title="Item specifics"
                >
                  <AspectsEditor
                    aspects={view.aspects}
                    onChange={changeAll}
                    problems={problems}
                    refusals={refused}
                    suggestions={suggestAspects(category?.aspects ?? [], inUse.data?.aspects ?? [])}
                  />
                </Section>
                {canList && (
                  <Section title="Listing">
                    <listing.Section
                      hasAspect={(name) =>
                        view.aspects.some((aspect) => aspect.name === name && aspect.values.length > 0)
                      }
                      hasItemField={(path) => valueAt(draft, path) !== undefined}
                      isItemEdited={isEdited}
                      onAspect={(name, values) => change(aspectPath(name), [...values])}
                      onItemField={goToField}
                      sku={sku}
                      title={view.title ?? null}
                    />
                  </Section>
                )}
                <ItemConversations sku={sku} />
                <Section title="Barcodes">
                  <div className={styles.pair}>
                    <TextField
                      error={error(fieldPaths.upc)}
                      isMono
                      label="UPC"
                      onChange={setCode(fieldPaths.upc)}
                      value={view.upc.join(' | ')}
                    />
                    <TextField
                      error={error(fieldPaths.ean)}
                      isMono
                      label="EAN"
                      onChange={setCode(fieldPaths.ean)}
                      value={view.ean.join(' | ')}
                    />
                  </div>
                </Section>
                <Section
                  note="Offers and the legacy trading calls cannot change each other’s listings: a SKU belongs to one of them."
                  title="Who manages it"
                >
                  <FamilySection item={item} />
                </Section>
                <Section title="Language">
                  <LanguageField item={item} />
                </Section>
                {unknown.length > 0 && (
                  <Section
                    note="Stallhand does not know these fields. Every save keeps them as they are."
                    title="Other fields"
                  >
                    <KeyValue
                      facts={unknown.map(({ path, value }) => ({
                        label: pathLabel(path),
                        value: <span className={styles.raw}>{valueText(value)}</span>,
                        isMono: true,
                      }))}
                      isStacked
                    />
                  </Section>
                )}
                {!canList && (
                  <Section
                    note="Saving an item does not list it. A listing also needs an offer, created and published on the platform."
                    title="Steps to a listing"
                  >
                    <PublishList steps={publishSteps(draft, record !== undefined, item.family ?? undefined)} />
                  </Section>
                )}
              </>
            )}
          </Stack>
        </div>
      </Pane>
      {isSaving && <SaveDialog keep={keep} onClose={() => setIsSaving(false)} onDecide={decide} sku={sku} />}
    </>
  )
}

const findProblem = (problems: readonly ItemProblem[], path: JsonPath): string | undefined => {
  const found = problems.find((problem) => samePath(problem.path, path))
  return found === undefined ? undefined : problemText(found)
}
