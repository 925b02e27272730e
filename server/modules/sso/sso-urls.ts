/** Addresses of a connection that its provider needs. SAML has no logout address of ours. */
export type SsoUrls = { reply: string; entityId: string; metadata: string; logout: string }

/**
 * Returns the addresses of a connection. Each has its own, so that the answer of one provider is
 * never taken for that of another (mix-up attack).
 */
export function ssoUrls(
  publicUrl: string,
  connection: { workspace_id: string; id: string; protocol: string },
): SsoUrls {
  const { workspace_id: workspaceId, id, protocol } = connection
  const base = `${publicUrl}/sso/${protocol}/${workspaceId}/${id}`
  return protocol === 'saml'
    ? { reply: base, entityId: `${base}/metadata`, metadata: `${base}/metadata`, logout: '' }
    : { reply: base, entityId: '', metadata: '', logout: `${base}/logout` }
}
