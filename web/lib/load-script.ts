import { limits } from '#contract/limits.ts'

const pendingScripts = new Map<string, Promise<void>>()

function appendScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      pendingScripts.delete(url)
      script.remove()
      reject(new Error('script not loaded'))
    }
    const timer = setTimeout(fail, limits.script_load_timeout_ms)
    script.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    script.onerror = fail
    script.src = url
    script.async = true
    document.head.append(script)
  })
}

/**
 * Loads a third-party script, once. Rejects after an error or `limits.script_load_timeout_ms`; a
 * later call tries again.
 */
export function loadScript(url: string): Promise<void> {
  let script = pendingScripts.get(url)
  if (!script) pendingScripts.set(url, (script = appendScript(url)))
  return script
}
