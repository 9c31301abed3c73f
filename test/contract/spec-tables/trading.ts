/** The legacy calls (docs/platform.md, Legacy platform notifications). */
import type { SpecRecord } from './record.ts'

const headers = (call: string) => ({
  'X-SVC-API-CALL-NAME': call,
  'X-SVC-API-SITEID': '0',
  'X-SVC-API-COMPATIBILITY-LEVEL': '1311',
  'X-SVC-API-APP-NAME': 'practice-app',
  'X-SVC-API-DEV-NAME': 'practice-dev',
  'X-SVC-API-CERT-NAME': 'practice-cert',
})

const envelope = (content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>${content}</soapenv:Body></soapenv:Envelope>`

const credentials = '<RequesterCredentials><svcAuthToken>practice-user-token</svcAuthToken></RequesterCredentials>'
const enable = (type: string): string =>
  `<NotificationEnable><EventType>${type}</EventType><EventEnable>Enable</EventEnable></NotificationEnable>`
const xml = { 'content-type': 'text/xml; charset=utf-8' }

const get = (level: string): string =>
  envelope(
    `<GetNotificationPreferencesRequest>${credentials}<PreferenceLevel>${level}</PreferenceLevel></GetNotificationPreferencesRequest>`,
  )

export const tradingRecords: readonly SpecRecord[] = [
  {
    operation: 'SetNotificationPreferences',
    credential: 'none',
    request: {
      method: 'POST',
      path: '/ws/api',
      headers: headers('SetNotificationPreferences'),
      body: envelope(`<SetNotificationPreferencesRequest>${credentials}
        <ApplicationDeliveryPreferences>
          <ApplicationURL>https://seller.example/n?shop=1&amp;box=&lt;2&gt;</ApplicationURL>
          <ApplicationEnable>Enable</ApplicationEnable>
          <NotificationPayloadType>SvcSchemaSOAP</NotificationPayloadType>
          <DeviceType>Platform</DeviceType>
        </ApplicationDeliveryPreferences>
        <UserDeliveryPreferenceArray>${enable('ItemSold')}${enable('FeedbackLeft')}</UserDeliveryPreferenceArray>
      </SetNotificationPreferencesRequest>`),
    },
    answer: {
      status: 200,
      headers: xml,
      body: envelope('<SetNotificationPreferencesResponse><Ack>Success</Ack></SetNotificationPreferencesResponse>'),
    },
    call: ({ trading }) =>
      trading.setNotificationPreferences({
        applicationUrl: 'https://seller.example/n?shop=1&box=<2>',
        events: [
          { eventType: 'ItemSold', eventEnable: 'Enable' },
          { eventType: 'FeedbackLeft', eventEnable: 'Enable' },
        ],
      }),
    reads: { warnings: [] },
    platform: { needs: [] },
  },
  {
    operation: 'GetNotificationPreferences',
    note: 'the current settings',
    credential: 'none',
    request: {
      method: 'POST',
      path: '/ws/api',
      headers: headers('GetNotificationPreferences'),
      body: get('UserData'),
    },
    answer: {
      status: 200,
      headers: xml,
      body: envelope(`<GetNotificationPreferencesResponse><Ack>Warning</Ack>
        <ApplicationDeliveryPreferences><ApplicationURL>https://seller.example/n?a=1&amp;b=2</ApplicationURL>
        <ApplicationEnable>Enable</ApplicationEnable></ApplicationDeliveryPreferences>
        <UserDeliveryPreferenceArray>${enable('ItemSold')}</UserDeliveryPreferenceArray></GetNotificationPreferencesResponse>`),
    },
    call: ({ trading }) => trading.getNotificationPreferences('settings'),
    reads: {
      applicationUrl: 'https://seller.example/n?a=1&b=2',
      applicationEnable: 'Enable',
      events: [{ eventType: 'ItemSold', eventEnable: 'Enable' }],
    },
    platform: { needs: [] },
  },
  {
    operation: 'GetNotificationPreferences',
    note: 'the available event types',
    credential: 'none',
    request: {
      method: 'POST',
      path: '/ws/api',
      headers: headers('GetNotificationPreferences'),
      body: get('Application'),
    },
    answer: {
      status: 200,
      headers: xml,
      body: envelope(
        `<GetNotificationPreferencesResponse><Ack>Success</Ack><UserDeliveryPreferenceArray>${enable('BidReceived')}</UserDeliveryPreferenceArray></GetNotificationPreferencesResponse>`,
      ),
    },
    call: ({ trading }) => trading.getNotificationPreferences('catalogue'),
    reads: {
      applicationUrl: null,
      applicationEnable: null,
      events: [{ eventType: 'BidReceived', eventEnable: 'Enable' }],
    },
    platform: { needs: [] },
  },
]
