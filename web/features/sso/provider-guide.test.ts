import { expect, test } from 'vitest'
import { guessProvider } from './provider-guide.ts'

const guess = (name: string, issuer = '', metadataUrl = '') =>
  guessProvider({ name, issuer, metadata_url: metadataUrl })

test('addresses and names point to the guide of their provider', () => {
  expect([
    guess('Work', 'https://northwind.okta.com'),
    guess('Entra ID'),
    guess('Work', '', 'https://login.microsoftonline.com/x/federationmetadata.xml'),
    guess('Work', 'https://accounts.google.com'),
    guess('Work', 'https://id.northwind.example/realms/staff'),
    guess('Work', '', 'https://adfs.northwind.example/FederationMetadata.xml'),
    guess('Company account'),
  ]).toEqual(['okta', 'entra', 'entra', 'google', 'keycloak', 'adfs', 'other'])
})
