import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests start the api, a worker or a database server: they wait more than they compute. */
const STARTS_PROGRAMS =
  /\b(startApiProgram|startWorkerProgram|startFleet|startEmbeddedPostgres|spawnRun|OwnRedis)\b|test\/fleet/;

/** Runs the longest files first, so that none of them is left running alone at the end. */
export class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => STARTS_PROGRAMS.test(readFileSync(moduleId, 'utf8'));
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
