import type { RouteName } from '#contract/routes.ts'
import { pathOf, type TestApp } from './app.ts'

/** Sends a file as a browser does: a multipart form with the file and no other field. */
export async function upload<T>(t: TestApp, name: RouteName, token: string, file: Buffer, file_name = 'people.csv'): Promise<{ status: number; body: T; codes: string[] }> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)]), file_name)
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await t.app.inject({
    method: 'POST', url: pathOf(name), payload: Buffer.from(await request.arrayBuffer()), headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
  })
  const body = JSON.parse(answer.body) as T & { errors?: { code: string }[] }
  return { status: answer.statusCode, body, codes: body.errors?.map((one) => one.code) ?? [] }
}
