// What a suite came to, as JSON in the file that REPORT names: how many passed and were skipped,
// and what failed, with the reason.
import { stripVTControlCharacters } from 'node:util'
import { writeFileSync } from 'node:fs'

/** The beginning of what went wrong, and where. */
const reason = ({ message = '', stacks = [] }) =>
  [
    ...stripVTControlCharacters(message).split('\n').slice(0, 8),
    ...stacks.slice(0, 1).map(({ file, line }) => `at ${file}:${line}`),
  ].join('\n    ')

export default class {
  onTestRunEnd(modules, unhandled) {
    const result = { total: 0, passed: 0, skipped: 0, failures: [] }
    const fail = (name, errors) =>
      result.failures.push(...errors.map((error) => `${name}\n    ${reason(error)}`))
    for (const module of modules) {
      fail(module.relativeModuleId, module.errors())
      for (const suite of module.children.allSuites())
        fail(`${module.relativeModuleId} > ${suite.fullName}`, suite.errors())
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        result.total += 1
        if (state === 'failed')
          fail(`${module.relativeModuleId} > ${test.fullName}`, errors.slice(0, 1))
        else result[state === 'passed' ? 'passed' : 'skipped'] += 1
      }
    }
    fail('outside of a test', unhandled)
    writeFileSync(process.env.REPORT, JSON.stringify(result))
  }
}
