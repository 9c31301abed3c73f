/** What of a connection follows from its basics, by what it is for; each field can be written differently. */
import type { ReactNode, Ref } from 'react'
import { Select } from '../ui/select.tsx'
import type { FormFields } from './profile-form.ts'
import styles from './settings.module.css'
import { WordsSelect } from './words-select.tsx'

export type FieldWords = {
  readonly description?: string
  /** Words rather than an address or id. */
  readonly isText?: boolean
  readonly isRequired?: boolean
}

const bulkPaths = [
  { id: '/bulk_create_or_replace_inventory_item', label: '/bulk_create_or_replace_inventory_item' },
  { id: '/inventory_item/bulk_create_or_replace', label: '/inventory_item/bulk_create_or_replace' },
] as const

function Section({
  title,
  fieldset,
  children,
}: {
  readonly title: string
  readonly fieldset?: Ref<HTMLFieldSetElement>
  readonly children: ReactNode
}) {
  return (
    <fieldset className={styles.group} ref={fieldset}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  )
}

type OtherFieldsProps = {
  readonly fields: FormFields
  /** What stands for a field that is left empty, by path. */
  readonly shown: FormFields
  readonly set: (path: string, text: string) => void
  readonly onChange: (fields: FormFields) => void
  /** The form's fields, so that each says its own error. */
  readonly line: (path: string, label: string, more?: FieldWords) => ReactNode
  readonly area: (path: string, label: string, description: string) => ReactNode
  /** The fields of the receiver, to which somebody may have been sent. */
  readonly receiver: Ref<HTMLFieldSetElement>
}

export function OtherFields({ fields, shown, set, onChange, line, area, receiver }: OtherFieldsProps) {
  return (
    <>
      <p className={styles.note}>A field that is left empty follows from the basics, as its grey text shows.</p>
      <Section title="Sign-in">
        {line('oauth.authorizeUrl', 'Sign-in page')}
        {line('oauth.tokenUrl', 'Token address')}
        {line('oauth.redirectUri', 'Redirect', {
          description:
            'What is registered with the platform. Empty or http://127.0.0.1:PORT/…: the browser comes back by itself; otherwise the code is pasted.',
        })}
        {area('scopes.user', 'Rights of the seller', 'Scopes asked for at the sign-in, one on each line.')}
        {area('scopes.application', 'Rights of the application', 'Scopes of the client credentials, one on each line.')}
      </Section>
      <Section title="Shop">
        {line('contentLanguage', 'Content language')}
        {line('limits.itemChangesPerDay', 'Item changes in any 24 hours')}
      </Section>
      <Section title="Items and mapping">
        <Select
          description="The documents give two paths for the bulk call. Try the other one where this one answers 404."
          label="Bulk path"
          onChange={(path) => set('platform.bulkPath', path)}
          options={bulkPaths}
          value={fields['platform.bulkPath'] || (shown['platform.bulkPath'] ?? null)}
        />
        {line('platform.graphqlPath', 'GraphQL path')}
        {line('limits.productsPerTask', 'Products in one mapping task')}
        {area('mapping.startDocument', 'GraphQL document that starts a task', 'Calls startListingPreviewsCreation.')}
        {area('mapping.taskDocument', 'GraphQL document that reads a task', 'Calls listingPreviewsCreationTaskById.')}
      </Section>
      <Section fieldset={receiver} title="Notifications and legacy calls">
        {line('receiver.registeredUrl', 'Registered address', {
          description:
            fields.kind === 'production'
              ? 'The public HTTPS address that leads to the receiver, with a certificate from a recognized authority.'
              : 'Empty: the address that the receiver listens on.',
        })}
        {line('receiver.port', 'Port of the receiver', { description: '0 picks a free one and keeps it.' })}
        {line('tradingEndpoint', 'Trading endpoint')}
        {line('siteId', 'Site id')}
        {line('compatibilityLevel', 'Compatibility level')}
      </Section>
      <Section title="The platform's words">
        <WordsSelect
          description="What stands for the brand on the wire: header names, types and elements."
          fields={fields}
          onChange={onChange}
          ownLabel="As written below"
        />
        {line('platform.upper', 'Word in header names')}
        {line('platform.platformConversationType', "Type of the platform's own conversations")}
        {line('platform.authTokenElement', 'Element of the user token')}
        {line('platform.payloadType', 'Payload type of legacy notifications')}
        {line('platform.soapNamespace', 'Namespace of the legacy calls')}
      </Section>
    </>
  )
}
