/** The connection's fields that have defaults, grouped by purpose. */
import type { ReactNode, Ref } from 'react'
import { startPlaceholders } from '../../../shared/connection/start-variables.ts'
import { Select } from '../../ui/fields/select.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import styles from '../settings.module.css'
import { type FormFields, findPlatform, hasBuiltInAddresses } from './connection-fields.ts'
import { PlatformSelect } from './platform-select.tsx'

export type FieldOptions = {
  readonly description?: string
  /** A plain text, not an address or id. */
  readonly isText?: boolean
  readonly isRequired?: boolean
}

const limitScopes = [
  { id: 'seller', label: 'All items together' },
  { id: 'listing', label: 'Each listing' },
]

const bulkPaths = ['/bulk_create_or_replace_inventory_item', '/inventory_item/bulk_create_or_replace'].map((path) => ({
  id: path,
  label: path,
}))

const signatureForms = [
  { id: 'base64Json', label: 'JSON in base64' },
  { id: 'json', label: 'JSON' },
  { id: 'pairs', label: 'Pairs: kid=…, signature=…' },
  { id: 'keyAndSignature', label: 'Key ID, a colon, signature' },
]

type SectionProps = {
  readonly title: string
  readonly fieldset?: Ref<HTMLFieldSetElement>
  readonly children: ReactNode
}

const Section = ({ title, fieldset, children }: SectionProps) => (
  <fieldset className={styles.group} ref={fieldset}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

type OtherFieldsProps = {
  readonly fields: FormFields
  readonly defaults: FormFields
  readonly set: (path: string, text: string) => void
  readonly onChange: (fields: FormFields) => void
  readonly line: (path: string, label: string, options?: FieldOptions) => ReactNode
  readonly area: (path: string, label: string, description: string) => ReactNode
  readonly receiver: Ref<HTMLFieldSetElement>
}

export const OtherFields = ({ fields, defaults, set, onChange, line, area, receiver }: OtherFieldsProps) => {
  // PLT-02: built-in addresses have no fields. An address that is set anyway is shown, so it can be removed.
  const address = (path: string, label: string): ReactNode =>
    (!hasBuiltInAddresses(fields) || fields.baseUrl !== '' || fields[path] !== '') && line(path, label)
  return (
    <>
      <Text as="p" size="meta" tone="soft">
        Leave a field empty to use the default shown in gray.
      </Text>
      <Section title="Sign-in">
        {address('oauth.authorizeUrl', 'Sign-in page')}
        {address('oauth.tokenUrl', 'Token address')}
        {line('oauth.redirectUri', 'Redirect', {
          description:
            'The value registered on the developer pages. If empty or http://127.0.0.1:PORT/…, the browser returns automatically; otherwise you paste the code.',
        })}
        {(findPlatform(fields).scopeBase === null || fields.scopeBase !== '') &&
          line('scopeBase', 'Scope base', { description: 'What scopes begin with, before /oauth/api_scope.' })}
        {area('scopes.user', 'Seller scopes', 'Requested when you sign in, one per line.')}
        {area('scopes.application', 'Application scopes', 'Requested with the client credentials, one per line.')}
      </Section>
      <Section title="Shop">
        {line('contentLanguage', 'Listing language')}
        {line('limits.itemChangesPerDay', 'Item changes per day')}
        <Select
          label="The limit is for"
          onChange={(scope) => set('limits.changesCountedPer', scope)}
          options={limitScopes}
          value={fields['limits.changesCountedPer'] || (defaults['limits.changesCountedPer'] ?? null)}
        />
        {line('limits.backgroundReadsPerDay', 'Background reads per day', {
          description:
            'How often Stallhand may read by itself where no daily limit of calls is known. What you do yourself is never held back.',
        })}
      </Section>
      <Section title="Items and mapping">
        <Select
          description="If items can’t be read or saved in bulk, try the other path."
          label="Bulk path"
          onChange={(path) => set('bulkPath', path)}
          options={bulkPaths}
          value={fields.bulkPath || (defaults.bulkPath ?? null)}
        />
        {address('graphqlUrl', 'GraphQL address')}
        {line('limits.productsPerTask', 'Products per mapping task')}
        {area('mapping.startDocument', 'GraphQL document to start a task', 'Calls startListingPreviewsCreation.')}
        {defaults['mapping.startVariables'] !== '' &&
          area(
            'mapping.startVariables',
            'Variables to start a task',
            `JSON. A list with one element is repeated for each product, picture or item specific. Placeholders: ${startPlaceholders.map((name) => `{{${name}}}`).join(', ')}.`,
          )}
        {area('mapping.taskDocument', 'GraphQL document to read a task', 'Calls listingPreviewsCreationTaskById.')}
      </Section>
      <Section fieldset={receiver} title="Notifications and legacy calls">
        {line('receiver.registeredUrl', 'Public address', {
          description:
            fields.kind === 'production'
              ? 'The public HTTPS address that leads to this computer, with a certificate from a recognized authority.'
              : 'If empty, the address on this computer.',
        })}
        {line('receiver.port', 'Port for instant alerts', { description: '0 picks a free port and keeps it.' })}
        {!hasBuiltInAddresses(fields) && (
          <Select
            description="If notifications are ignored because their signature can’t be read, look at it under “How we know” and choose its form here. Then check them again."
            label="Form of the signature header"
            onChange={(form) => set('receiver.signatureForm', form)}
            options={signatureForms}
            value={fields['receiver.signatureForm'] || (defaults['receiver.signatureForm'] ?? null)}
          />
        )}
        {address('tradingEndpoint', 'Trading endpoint')}
        {line('siteId', 'Site ID')}
        {line('compatibilityLevel', 'Compatibility level')}
      </Section>
      <Section title="Platform">
        <PlatformSelect fields={fields} onChange={onChange} />
        {line('headerWord', 'Word in header names', {
          description: 'X-SVC-C-MARKETPLACE-ID and FROM_SVC with the word SVC.',
        })}
      </Section>
    </>
  )
}
