/** The steps of setting up a connection in which the seller enters something: account, shop, address and application. */
import { AlarmClock, ExternalLink } from 'lucide-react'
import type { Platform } from '../../../shared/connection/platforms.ts'
import type { ConnectionKind } from '../../../shared/connection/profile.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { languageLabel } from '../../ui/format/locale-format.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import {
  chooseMarketplace,
  defaultFields,
  type FormFields,
  findPlatform,
  hasBuiltInAddresses,
  listMarketplaceChoices,
} from '../form/connection-fields.ts'
import type { FieldOptions } from '../form/other-fields.tsx'
import { PlatformSelect } from '../form/platform-select.tsx'
import { PresetButtons } from '../panels/connection-list-panel.tsx'
import { findPresetId } from './set-up-steps.ts'
import { besideFields } from './use-step-focus.ts'

export type StepForm = {
  readonly fields: FormFields
  readonly change: (fields: FormFields) => void
  /** The problem to show at a field. */
  readonly errorOf: (path: string) => string | undefined
  readonly submit: () => void
}

type FieldLineProps = Omit<FieldOptions, 'description'> & {
  readonly form: StepForm
  readonly path: string
  readonly label: string
  readonly description: string
}

const FieldLine = ({ form, path, isText, ...options }: FieldLineProps) => (
  <TextField
    error={form.errorOf(path)}
    isMono={isText !== true}
    onChange={(text) => form.change({ ...form.fields, [path]: text })}
    onSubmit={form.submit}
    placeholder={defaultFields(form.fields)[path]}
    value={form.fields[path] ?? ''}
    {...options}
  />
)

type AccountStepProps = {
  readonly platform: Pick<Platform, 'developerAccount' | 'name'>
  readonly onOpen: (page: 'account') => void
  readonly onLater: () => void
}

/** What a developer account is, how long it takes, and the page that asks for one. */
export const AccountStep = ({ platform: { developerAccount, name }, onOpen, onLater }: AccountStepProps) =>
  developerAccount === null ? null : (
    <>
      <Text as="p">{developerAccount.about}</Text>
      <Text as="p" tone="soft">
        On the page that opens, ask for an individual account in your own name. If it asks what you build:
      </Text>
      <Row>
        <Text strong>{developerAccount.purpose}</Text>
        <CopyButton label="Copy the answer" text={developerAccount.purpose} />
      </Row>
      <Row>
        <Button icon={ExternalLink} onPress={() => onOpen('account')}>
          {`Ask ${name.the} for a developer account`}
        </Button>
        <Button icon={AlarmClock} onPress={onLater} variant="quiet">
          Remind me tomorrow
        </Button>
      </Row>
      <Text as="p" size="meta" tone="soft">
        Come back any day: what you typed is kept. Until then the practice shop works like the real one. If you already
        have an account, press Next.
      </Text>
    </>
  )

const kindOptions = [
  { id: 'sandbox', label: 'Sandbox', description: 'A test system. Nothing reaches a real buyer.' },
  { id: 'production', label: 'Production', description: 'Your real shop.' },
  { id: 'practice', label: 'Practice', description: 'A simulated shop inside Stallhand. No account needed.' },
] as const

const NameLine = ({ form }: { readonly form: StepForm }) => (
  <FieldLine
    description="Your name for this shop. Only you see it."
    form={form}
    isRequired
    isText
    label="Name"
    path="name"
  />
)

type ShopStepProps = {
  readonly form: StepForm
  readonly id: string
  /** Whether the connection doesn't exist yet, so that its kind can be chosen. */
  readonly canChoose: boolean
}

export const ShopStep = ({ form, id, canChoose }: ShopStepProps) => {
  const { fields } = form
  return (
    <>
      {canChoose && findPresetId(id) === undefined && <PresetButtons />}
      {canChoose ? (
        <RadioGroup
          label="Kind"
          onChange={(to) => form.change({ ...fields, kind: to, platform: '' })}
          options={kindOptions}
          value={fields.kind as ConnectionKind}
        />
      ) : (
        <Text as="p" size="meta" tone="soft">
          The kind of a connection can’t be changed.
        </Text>
      )}
      <NameLine form={form} />
      {fields.kind === 'practice' && canChoose && (
        <PlatformSelect
          description="Which platform the practice shop behaves like."
          fields={fields}
          onChange={form.change}
        />
      )}
    </>
  )
}

export const AddressStep = ({ form }: { readonly form: StepForm }) => (
  <>
    <FieldLine
      description={
        form.fields.kind === 'sandbox'
          ? 'The address of the sandbox, from the developer site, such as https://api.sandbox.example.com'
          : 'The address of the services, from the developer site, such as https://api.example.com'
      }
      form={form}
      isRequired
      label="Base URL"
      path="baseUrl"
    />
    <FieldLine
      description="The ID of the marketplace you sell on, from the developer site."
      form={form}
      label="Marketplace"
      path="marketplaceId"
    />
    <FieldLine
      description="The language of your items, sent with every save."
      form={form}
      label="Listing language"
      path="contentLanguage"
    />
  </>
)

type ApplicationStepProps = {
  readonly form: StepForm
  /** `isKept`: stored already. `isMissing`: the seller tried to go on without it. */
  readonly secret: {
    readonly text: string
    readonly change: (text: string) => void
    readonly isKept: boolean
    readonly isMissing: boolean
  }
  /** Whether continuing deletes the secrets of the previous host. */
  readonly losesSecrets: boolean
  /** Opens the developer pages. */
  readonly onOpen: () => void
  readonly isOpening: boolean
}

export const ApplicationStep = ({ form, secret, losesSecrets, onOpen, isOpening }: ApplicationStepProps) => {
  const { fields } = form
  const platform = findPlatform(fields)
  const isPreset = hasBuiltInAddresses(fields)
  const marketplaceChoices = listMarketplaceChoices(platform, languageLabel)
  return (
    <>
      <Text as="p" size="meta" tone="soft">
        {isPreset ? platform.label : 'Your marketplace'} identifies programs by an application that you register. Create
        one on its developer pages, under keys or credentials, for{' '}
        {fields.kind === 'sandbox' ? 'the sandbox' : 'production'}. It shows the {isPreset ? 'three' : 'two'} values
        below.
      </Text>
      {platform.developerPage !== null && (
        <div {...besideFields}>
          <Row>
            <Button icon={ExternalLink} isPending={isOpening} onPress={onOpen}>
              {`Open the developer pages of ${platform.label}`}
            </Button>
          </Row>
        </div>
      )}
      {isPreset && (
        <>
          <Select
            description="Where you list. Language, site and currency follow from it."
            error={form.errorOf('marketplaceId')}
            isRequired
            label="Marketplace"
            onChange={(id) => {
              const chosen = marketplaceChoices.find((choice) => choice.id === id)
              if (chosen === undefined) return
              form.change(chooseMarketplace(fields, chosen.marketplaceId, chosen.contentLanguage))
            }}
            options={marketplaceChoices}
            placeholder="Choose a marketplace"
            value={
              marketplaceChoices.find(
                ({ marketplaceId, contentLanguage }) =>
                  marketplaceId === fields.marketplaceId && contentLanguage === (fields.contentLanguage ?? ''),
              )?.id ??
              (fields.marketplaceId || null)
            }
          />
          <NameLine form={form} />
        </>
      )}
      <FieldLine {...platform.keys.clientId} form={form} isRequired path="oauth.clientId" />
      <TextField
        description={
          secret.isKept
            ? 'Already saved and never shown. Enter a value only to replace it.'
            : platform.keys.clientSecret.description
        }
        error={
          secret.isMissing
            ? `Enter the ${platform.keys.clientSecret.label.toLowerCase()}. It is next to the client ID.`
            : undefined
        }
        isRequired={isPreset && !secret.isKept}
        label={platform.keys.clientSecret.label}
        onChange={secret.change}
        onSubmit={form.submit}
        type="password"
        value={secret.text}
      />
      <FieldLine
        {...platform.keys.redirect}
        form={form}
        isRequired={platform.redirect === 'name'}
        path="oauth.redirectUri"
      />
      {losesSecrets && (
        <Banner title="New host." tone="caution">
          Continuing deletes the secrets of this connection, since they belong to the previous host.
        </Banner>
      )}
    </>
  )
}
