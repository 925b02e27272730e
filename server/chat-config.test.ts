import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folders.ts'

const folder = () => makeTemporaryFolder('laurel-config-')

test('reads the addresses of Microsoft Teams', () => {
  expect(readConfig({ DATA_DIR: folder() }).teams).toEqual({
    loginUrl: 'https://login.microsoftonline.com',
    openIdUrl: 'https://login.botframework.com/v1/.well-known/openidconfiguration',
    serviceHosts: [],
  })
  const hosts = 'smba.Infra.gov.teams.microsoft.us, smba.example.us'
  expect(readConfig({ DATA_DIR: folder(), TEAMS_SERVICE_HOSTS: hosts }).teams.serviceHosts).toEqual(
    ['smba.infra.gov.teams.microsoft.us', 'smba.example.us'],
  )
})

test('accepts the Slack app of the operator complete or not at all', () => {
  const app = {
    SLACK_CLIENT_ID: '1234567890.9876543210',
    SLACK_CLIENT_SECRET: 'c'.repeat(32),
    SLACK_SIGNING_SECRET: 's'.repeat(32),
  }
  expect(readConfig({ DATA_DIR: folder() }).slack).toEqual({
    apiUrl: 'https://slack.com/api',
    app: null,
  })
  expect(readConfig({ DATA_DIR: folder(), ...app }).slack.app).toEqual({
    clientId: app.SLACK_CLIENT_ID,
    clientSecret: app.SLACK_CLIENT_SECRET,
    signingSecret: app.SLACK_SIGNING_SECRET,
  })
  for (const name of Object.keys(app))
    expect(() => readConfig({ DATA_DIR: folder(), ...app, [name]: '' }), name).toThrow(
      'SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_SIGNING_SECRET: expected all three, or none',
    )
  for (const name of ['SLACK_CLIENT_SECRET', 'SLACK_SIGNING_SECRET'])
    expect(() => readConfig({ DATA_DIR: folder(), ...app, [name]: 'sevench' })).toThrow(
      /^SLACK_\w+: expected (?!.*sevench)/,
    )
})
