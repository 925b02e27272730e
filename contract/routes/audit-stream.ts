import type { Route } from './route.ts'
import * as auditStream from '#contract/schemas/audit-stream.ts'

export const auditStreamRoutes = {
  'audit_stream.get': {
    method: 'GET',
    path: '/workspace/audit_stream',
    summary: 'Get where the audit log is sent',
    access: 'manage_workspace',
    output: auditStream.auditStreamSettings,
    errors: ['forbidden'],
  },
  'audit_stream.save': {
    method: 'PUT',
    path: '/workspace/audit_stream',
    summary: 'Send the audit log to a receiver as it grows',
    access: 'manage_workspace',
    body: auditStream.auditStreamInput,
    output: auditStream.auditStreamSettings,
    affects: ['audit'],
    errors: [
      'required',
      'out_of_range',
      'wrong_format',
      'invisible_characters',
      'address_refused',
      'certificate_invalid',
      'forbidden',
      'presence_required',
    ],
  },
  'audit_stream.test': {
    method: 'POST',
    path: '/workspace/audit_stream/test',
    summary: 'Send a test entry to the receiver',
    access: 'manage_workspace',
    output: auditStream.auditStreamTest,
    // Only the receiver gets something.
    affects: [],
    errors: ['not_found', 'forbidden'],
  },
  'audit_stream.remove': {
    method: 'DELETE',
    path: '/workspace/audit_stream',
    summary: 'Stop sending the audit log',
    access: 'manage_workspace',
    output: auditStream.auditStreamSettings,
    affects: ['audit'],
    errors: ['forbidden', 'presence_required'],
  },
} as const satisfies Record<string, Route>
