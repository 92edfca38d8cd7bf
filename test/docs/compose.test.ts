/**
 * apps/server/compose.yaml and its Dockerfile, as far as they can be checked without starting them: the YAML
 * is read, command lines are parsed by the program, and what they name is there.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { postgresUrls } from "../../apps/server/_internal/stores/open-shuffler-store.js";
import { serverProgram } from "../../apps/server/server-program.js";
import { ROOT } from "../../scripts/docs/user-project.js";

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly networks: readonly string[] | Readonly<Record<string, { readonly aliases?: readonly string[] }>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const SERVER = join(ROOT, "apps/server");
const compose = parse(readFileSync(join(SERVER, "compose.yaml"), "utf8"), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const running = (command: string) => services.filter(([, service]) => service.command?.[0] === command);
const flagOf = ({ command }: Service, flag: string): string => command![command!.indexOf(flag) + 1]!;
const dockerfile = readFileSync(join(SERVER, "Dockerfile"), "utf8");

describe("apps/server/compose.yaml", () => {
  it("has two shufflers, three databases and one analyzer", () => {
    expect(running("shuffler")).toHaveLength(2);
    expect(running("analyzer")).toHaveLength(1);
    expect(services.filter(([, { image }]) => image.startsWith("postgres:"))).toHaveLength(3);
    expect(services).toHaveLength(6);
  });

  it.each([...running("shuffler"), ...running("analyzer")])(
    "%s has a line that parses",
    async (_, service) => {
      const program = serverProgram().configureOutput({ outputError: () => {}, writeOut: () => {} });
      for (const command of program.commands) command.action(() => {});
      // The folder of a store is looked for: here another one stands for the container's.
      const line = service.command!.map((word) => word.replace("sqlite:/analyzer/", "sqlite:./"));
      await program.parseAsync(line, { from: "user" });
    },
  );

  it("gives both shufflers the same databases in the same order, all of which it has", () => {
    const stores = running("shuffler").map(([, service]) => flagOf(service, "--store"));
    expect(new Set(stores).size).toBe(1);
    const hosts = postgresUrls(stores[0]!).map((url) => new URL(url).hostname);
    expect(hosts).toEqual(["database-1", "database-2", "database-3"]);
    for (const host of hosts) expect(compose.services[host]).toBeDefined();
  });

  it("names networks, volumes and services that are there", () => {
    for (const [, service] of services) {
      const networks = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks);
      for (const network of networks) expect(compose.networks).toHaveProperty(network);
      const named = service.volumes.map((each) => each.split(":")[0]!).filter((each) => !/^[./]/.test(each));
      for (const volume of named) expect(compose.volumes).toHaveProperty(volume);
      for (const other of Object.keys(service.depends_on ?? {}))
        expect(compose.services[other]).toBeDefined();
    }
  });

  it("publishes the public listeners alone, and the databases and the analyzer to nobody", () => {
    for (const [, service] of services) {
      const ports = service.ports ?? [];
      expect(ports).toHaveLength(service.command?.[0] === "shuffler" ? 1 : 0);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:8080$/);
    }
    const [[, analyzer]] = running("analyzer") as [[string, Service]];
    expect(analyzer.networks).toEqual(["parties"]);
    const { hostname } = new URL(flagOf(analyzer, "--shuffler"));
    for (const [, { networks }] of running("shuffler"))
      expect(networks).toMatchObject({ parties: { aliases: [hostname] } });
  });

  it("keeps no password", () => {
    const secrets = services.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).flatMap(([name, value]) => (/PASSWORD/.test(name) ? [value] : [])),
    );
    expect(secrets).toHaveLength(5);
    for (const secret of secrets) expect(secret).toMatch(/^\$\{CROUPIER_DATABASE_PASSWORD:\?/);
  });
});

describe("apps/server/Dockerfile", () => {
  it("is what the services are built from", () => {
    for (const [, { build }] of [...running("shuffler"), ...running("analyzer")]) {
      expect(existsSync(join(SERVER, build!.context, build!.dockerfile))).toBe(true);
      expect(join(SERVER, build!.context, "/")).toBe(join(ROOT, "/"));
    }
  });

  it("copies and starts files that are there after a build", () => {
    const copied = [...dockerfile.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)].flatMap(([, names]) =>
      names!.split(" "),
    );
    expect(copied).toContain("package-lock.json");
    for (const name of copied) expect(existsSync(join(ROOT, name.replace("/build/", "")))).toBe(true);
    const [, line] = /^ENTRYPOINT (.+)$/m.exec(dockerfile)!;
    const [program, file] = JSON.parse(line!) as [string, string];
    expect(program).toBe("node");
    expect(existsSync(join(ROOT, file.replace("/app/", "")))).toBe(true);
  });

  it("installs the server's packages by a workspace of that name", () => {
    const { name } = JSON.parse(readFileSync(join(SERVER, "package.json"), "utf8")) as { name: string };
    expect(dockerfile).toContain(`--workspace ${name} `);
  });
});
