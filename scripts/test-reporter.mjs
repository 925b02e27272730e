// Writes the result of a suite as JSON to the file named by REPORT: passed and skipped counts,
// failures with reasons, and the time of each file. `unstable` names tests that failed first and
// passed when run again.
import { stripVTControlCharacters } from 'node:util'
import { writeFileSync } from 'node:fs'

/** Returns the first lines of an error and its location. */
const formatError = ({ message = '', stacks = [] }) =>
  [
    ...stripVTControlCharacters(message).split('\n').slice(0, 8),
    ...stacks.slice(0, 1).map(({ file, line }) => `at ${file}:${line}`),
  ].join('\n    ')

/** Returns the time of a test file: its imports, hooks and tests. */
const fileDurationMs = ({ environmentSetupDuration, collectDuration, setupDuration, duration }) =>
  environmentSetupDuration + collectDuration + setupDuration + duration

export default class {
  onTestRunEnd(modules, unhandled) {
    const result = { total: 0, passed: 0, skipped: 0, failures: [], unstable: [], files: [] }
    const addFailures = (name, errors) =>
      result.failures.push(...errors.map((error) => `${name}\n    ${formatError(error)}`))
    for (const module of modules) {
      addFailures(module.relativeModuleId, module.errors())
      result.files.push({
        name: module.relativeModuleId,
        level: module.project.name,
        ms: fileDurationMs(module.diagnostic()),
      })
      for (const suite of module.children.allSuites())
        addFailures(`${module.relativeModuleId} > ${suite.fullName}`, suite.errors())
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        result.total += 1
        if (test.diagnostic()?.flaky)
          result.unstable.push(`${module.relativeModuleId} > ${test.fullName}`)
        if (state === 'failed')
          addFailures(`${module.relativeModuleId} > ${test.fullName}`, errors.slice(0, 1))
        else result[state === 'passed' ? 'passed' : 'skipped'] += 1
      }
    }
    addFailures('outside of a test', unhandled)
    writeFileSync(process.env.REPORT, JSON.stringify(result))
  }
}
