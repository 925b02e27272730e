import { scopes } from '#contract/scopes.ts'
import { xlsxType } from '#server/platform/xlsx.ts'

export const tableResponse = {
  description: 'CSV or XLSX',
  content: {
    'text/csv': { schema: { type: 'string' } },
    [xlsxType]: { schema: { type: 'string', format: 'binary' } },
  },
}

export const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The session token of a user, or the temporary token before a team is chosen.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: `A personal access token (\`laurel_pat_…\`). Its scopes limit the calls: ${scopes.join(', ')}.`,
  },
}
