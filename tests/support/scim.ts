import type { LightMyRequestResponse } from 'fastify'
import type { Team } from './factories.ts'
import { makeScim } from './make-scim.ts'
import type { TestApp } from './test-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type ScimAnswer = {
  status: number
  // The tests read resources of every form.
  body: any // eslint-disable-line @typescript-eslint/no-explicit-any
  headers: LightMyRequestResponse['headers']
}
export type ScimClient = (
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimAnswer>

/** Returns a function that sends requests as the identity provider with a token. */
export const scimClient =
  (t: TestApp, token: string): ScimClient =>
  async (method, path, body, headers = {}) => {
    const response = await t.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return {
      status: response.statusCode,
      body: response.body === '' ? null : JSON.parse(response.body),
      headers: response.headers,
    }
  }

/** Creates a token of a team and returns a client with it. */
export const connectScim = async (t: TestApp, team: Team): Promise<ScimClient> =>
  scimClient(t, (await makeScim(t, team)).token)
