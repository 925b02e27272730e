import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { configQuery } from '#web/shared/config.ts'
import { call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/**
 * Returns the workspace id in the first 16 bytes of the token of an invite or a join link; null for
 * a malformed token.
 */
export function workspaceIdOfLink(token: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const hex = Array.from(bytes.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    )
    return bytes.length === 40 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null
  } catch {
    return null
  }
}

/**
 * Redirects a signed-in member who opens a used invite link to that link's team. Returns false when
 * the account is not in that team.
 */
export function useEnterInvitedWorkspace(token: string, isUsed: boolean): boolean {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data, isPending } = useQuery({
    queryKey: queryKey('sign_in', 'invited_workspace', token),
    enabled: isUsed,
    retry: false,
    queryFn: async (): Promise<{ id: string; current: boolean } | null> => {
      const id = workspaceIdOfLink(token)
      if (id === null) return null
      if ((await client.ensureQueryData(configQuery)).workspace.id === id)
        return { id, current: true }
      const workspaces = await call('auth.list_workspaces')
      return workspaces.some((workspace) => workspace.id === id && workspace.state === 'accepted')
        ? { id, current: false }
        : null
    },
  })
  useEffect(() => {
    if (!data) return
    const enterWorkspace = async () => {
      if (!data.current) {
        const { access_token: accessToken } = await call('auth.create_session', {
          body: { workspace_id: data.id },
        })
        session.start(accessToken)
        client.clear()
      }
      await navigate({ to: '/feed', replace: true })
    }
    enterWorkspace().catch(() => navigate({ to: '/workspaces' }))
  }, [data, client, navigate])
  return isUsed && (isPending || Boolean(data))
}
