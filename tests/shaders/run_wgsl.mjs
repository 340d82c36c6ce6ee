// node run_wgsl.mjs MODULES INPUTS OUTPUTS FLOATS SHADER...
//
// Runs the shaders, one text after the other, by Dawn (npm's webgpu) on the driver of VK_DRIVER_FILES: a file of floats in,
// another of that many floats out, 64 items in a group of 45 floats each.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, input, output, floats, ...shaders] = process.argv.slice(2);
const { create, globals } = await import(pathToFileURL(join(modules, "node_modules/webgpu/index.js")));
Object.assign(globalThis, globals);

const gpu = create([]), adapter = await gpu.requestAdapter(); // gpu must live as long as what is made of it
if (!adapter) throw new Error("Dawn finds no Vulkan device");
const device = await adapter.requestDevice();
device.addEventListener("uncapturederror", ({ error }) => { throw new Error(error.message); });
const module = device.createShaderModule({ code: shaders.map((name) => readFileSync(name, "utf8")).join("\n") });
const pipeline = device.createComputePipeline({ layout: "auto", compute: { module, entryPoint: "main" } });

const inputs = readFileSync(input), bytes = 4 * Number(floats);
const usage = GPUBufferUsage;
const from = device.createBuffer({ size: inputs.length, usage: usage.STORAGE | usage.COPY_DST });
const to = device.createBuffer({ size: bytes, usage: usage.STORAGE | usage.COPY_SRC });
const host = device.createBuffer({ size: bytes, usage: usage.MAP_READ | usage.COPY_DST });
device.queue.writeBuffer(from, 0, inputs);
const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
const entries = [from, to].map((buffer, binding) => ({ binding, resource: { buffer } }));
pass.setPipeline(pipeline);
pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
pass.dispatchWorkgroups(Number(floats) / 45 / 64);
pass.end();
encoder.copyBufferToBuffer(to, 0, host, 0, bytes);
device.queue.submit([encoder.finish()]);
await host.mapAsync(GPUMapMode.READ);
writeFileSync(output, new Uint8Array(host.getMappedRange()));
device.destroy();
